export function digestOfSources(): string;
export function isBuiltFrom(folder: string, digest: string): boolean;
export function noteBuilt(folder: string, digest: string): void;
