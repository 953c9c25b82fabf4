declare module 'mime-db' {
  interface Entry {
    readonly source?: 'iana' | 'apache' | 'nginx';
    readonly extensions?: readonly string[];
    readonly charset?: string;
    readonly compressible?: boolean;
  }
  const db: Readonly<Record<string, Entry>>;
  export default db;
}
