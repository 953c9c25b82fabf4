export type Labels = Readonly<Record<string, string>>;

/** Prometheus' text exposition format 0.0.4. Labels here are ids and codes, which need no escaping. */
export class MetricsPage {
  text = '';

  family(
    name: string,
    type: string,
    help: string,
    samples: readonly (readonly [labels: Labels, value: number])[],
  ): void {
    this.text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const [labels, value] of samples) this.sample(name, labels, value);
  }

  sample(name: string, labels: Labels, value: number): void {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    this.text += `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  }
}
