/** Metrics of CVSS as FIRST's specification documents name, order and weigh them. */

export type CvssVersion = '2.0' | '3.0' | '3.1' | '4.0';

type MetricGroup = 'base' | 'temporal' | 'threat' | 'environmental' | 'supplemental';

export interface Metric {
  readonly id: string;
  readonly name: string;
  readonly group: MetricGroup;
  /** Letter → name, in the order of the specification; "not defined" is among them where it may be left undefined. */
  readonly values: Readonly<Record<string, string>>;
}

type Row = readonly [id: string, name: string, values: string];

/** `N=Network L=Local`, an underscore for a space. */
const valuesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(' ').map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]));

const group = (name: MetricGroup, rows: readonly Row[]): readonly Metric[] =>
  rows.map(([id, title, values]) => ({ id, name: title, group: name, values: valuesOf(values) }));

const LEVELS = 'N=None L=Low H=High';
const REQUIREMENT = 'X=Not_Defined L=Low M=Medium H=High';
const REQUIREMENT_2 = 'ND=Not_Defined L=Low M=Medium H=High';
const IMPACT_2 = 'N=None P=Partial C=Complete';
const VECTOR = 'N=Network A=Adjacent L=Local P=Physical';

const requirements = (values: string): Row[] => [
  ['CR', 'Confidentiality Requirement', values],
  ['IR', 'Integrity Requirement', values],
  ['AR', 'Availability Requirement', values],
];

/** A base metric as it is modified for an environment. */
const modified = (rows: readonly Row[]): Row[] =>
  rows.map(([id, name, values]) => [`M${id}`, `Modified ${name}`, `X=Not_Defined ${values}`]);

/** CVSS v2.0, "A Complete Guide", 2.1 to 2.3. */
const METRICS_2 = [
  ...group('base', [
    ['AV', 'Access Vector', 'L=Local A=Adjacent_Network N=Network'],
    ['AC', 'Access Complexity', 'H=High M=Medium L=Low'],
    ['Au', 'Authentication', 'M=Multiple S=Single N=None'],
    ['C', 'Confidentiality Impact', IMPACT_2],
    ['I', 'Integrity Impact', IMPACT_2],
    ['A', 'Availability Impact', IMPACT_2],
  ]),
  ...group('temporal', [
    ['E', 'Exploitability', 'ND=Not_Defined U=Unproven POC=Proof-of-Concept F=Functional H=High'],
    ['RL', 'Remediation Level', 'ND=Not_Defined OF=Official_Fix TF=Temporary_Fix W=Workaround U=Unavailable'],
    ['RC', 'Report Confidence', 'ND=Not_Defined UC=Unconfirmed UR=Uncorroborated C=Confirmed'],
  ]),
  ...group('environmental', [
    ['CDP', 'Collateral Damage Potential', 'ND=Not_Defined N=None L=Low LM=Low-Medium MH=Medium-High H=High'],
    ['TD', 'Target Distribution', 'ND=Not_Defined N=None L=Low M=Medium H=High'],
    ...requirements(REQUIREMENT_2),
  ]),
];

const BASE_3: readonly Row[] = [
  ['AV', 'Attack Vector', VECTOR],
  ['AC', 'Attack Complexity', 'L=Low H=High'],
  ['PR', 'Privileges Required', LEVELS],
  ['UI', 'User Interaction', 'N=None R=Required'],
  ['S', 'Scope', 'U=Unchanged C=Changed'],
  ['C', 'Confidentiality Impact', LEVELS],
  ['I', 'Integrity Impact', LEVELS],
  ['A', 'Availability Impact', LEVELS],
];

/** CVSS v3.1 Specification Document, 2 to 4; 3.0 has the same. */
const METRICS_3 = [
  ...group('base', BASE_3),
  ...group('temporal', [
    ['E', 'Exploit Code Maturity', 'X=Not_Defined U=Unproven P=Proof-of-Concept F=Functional H=High'],
    ['RL', 'Remediation Level', 'X=Not_Defined O=Official_Fix T=Temporary_Fix W=Workaround U=Unavailable'],
    ['RC', 'Report Confidence', 'X=Not_Defined U=Unknown R=Reasonable C=Confirmed'],
  ]),
  ...group('environmental', [...requirements(REQUIREMENT), ...modified(BASE_3)]),
];

const BASE_4: readonly Row[] = [
  ['AV', 'Attack Vector', VECTOR],
  ['AC', 'Attack Complexity', 'L=Low H=High'],
  ['AT', 'Attack Requirements', 'N=None P=Present'],
  ['PR', 'Privileges Required', LEVELS],
  ['UI', 'User Interaction', 'N=None P=Passive A=Active'],
  ['VC', 'Vulnerable System Confidentiality Impact', LEVELS],
  ['VI', 'Vulnerable System Integrity Impact', LEVELS],
  ['VA', 'Vulnerable System Availability Impact', LEVELS],
  ['SC', 'Subsequent System Confidentiality Impact', LEVELS],
  ['SI', 'Subsequent System Integrity Impact', LEVELS],
  ['SA', 'Subsequent System Availability Impact', LEVELS],
];

const withSafety = (rows: readonly Row[]): Row[] =>
  rows.map(([id, name, values]) => [id, name, id === 'MSI' || id === 'MSA' ? `${values} S=Safety` : values]);

/** CVSS v4.0 Specification Document, 2 to 5, in the order of its table 23. */
const METRICS_4 = [
  ...group('base', BASE_4),
  ...group('threat', [['E', 'Exploit Maturity', 'X=Not_Defined A=Attacked P=Proof-of-Concept U=Unreported']]),
  ...group('environmental', [...requirements(REQUIREMENT), ...withSafety(modified(BASE_4))]),
  ...group('supplemental', [
    ['S', 'Safety', 'X=Not_Defined N=Negligible P=Present'],
    ['AU', 'Automatable', 'X=Not_Defined N=No Y=Yes'],
    ['R', 'Recovery', 'X=Not_Defined A=Automatic U=User I=Irrecoverable'],
    ['V', 'Value Density', 'X=Not_Defined D=Diffuse C=Concentrated'],
    ['RE', 'Vulnerability Response Effort', 'X=Not_Defined L=Low M=Moderate H=High'],
    ['U', 'Provider Urgency', 'X=Not_Defined Clear=Clear Green=Green Amber=Amber Red=Red'],
  ]),
];

export const METRICS: Readonly<Record<CvssVersion, readonly Metric[]>> = {
  '2.0': METRICS_2,
  '3.0': METRICS_3,
  '3.1': METRICS_3,
  '4.0': METRICS_4,
};
