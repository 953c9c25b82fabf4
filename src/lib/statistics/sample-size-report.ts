import { effectOf, groupsOf, isEstimate, marginOf, powerOf, type Study, sizeOf } from './sample-size.js';

const figure = (value: number): number => Number(value.toPrecision(10)) || 0;

/** What there is to say of a study: sizes, precision or power, and sizes for other levels. Throws as `sizeOf` and `effectOf`. */
export function reportOf(study: Study, find: 'size' | 'power' | 'effect', given: number, dropoutPercent: number) {
  const { design } = study;
  const estimates = isEstimate(design);
  const first = find === 'size' ? sizeOf(study) : given;
  const found = find === 'effect' && !estimates ? effectOf(study, first) : undefined;
  const told: Study =
    found === undefined
      ? study
      : design === 'correlation'
        ? { ...study, correlation: found }
        : design === 'two-proportions'
          ? { ...study, other: found }
          : { ...study, difference: found };
  const groups = groupsOf(study, first).filter((group) => group > 0);
  const size = groups.reduce((total, group) => total + group, 0);
  const isMeans = design.endsWith('means') || design === 'one-mean';
  const effect = isMeans
    ? told.difference
    : design === 'two-proportions'
      ? told.other - told.proportion
      : told.correlation;
  const standardized = isMeans
    ? effect / told.deviation
    : 2 * (Math.asin(Math.sqrt(told.other)) - Math.asin(Math.sqrt(told.proportion)));
  const levels = estimates ? [0.9, 0.95, 0.99] : [0.8, 0.9, 0.95];
  const smallest = Math.min(
    ...groups.map(
      (group, i) =>
        group * Math.min(i === 0 ? told.proportion : told.other, 1 - (i === 0 ? told.proportion : told.other)),
    ),
  );
  return {
    design,
    size,
    groups,
    invite: Math.ceil(size / (1 - dropoutPercent / 100) - 1e-9),
    margin: estimates ? figure(marginOf(study, first)) : null,
    power: estimates ? null : figure(powerOf(told, first)),
    effect: estimates ? null : figure(effect),
    standardizedEffect: estimates || design === 'correlation' ? null : figure(standardized),
    alternatives:
      find === 'size'
        ? levels.map((level) => ({
            level,
            size: groupsOf(
              study,
              sizeOf(estimates ? { ...study, confidence: level } : { ...study, power: level }),
            ).reduce((a, b) => a + b, 0),
          }))
        : [],
    warnings: [
      ...(design.endsWith('proportions') || design === 'proportion'
        ? smallest < 5
          ? ['Fewer than 5 of a kind are expected in a group: the normal approximation is rough']
          : []
        : []),
      ...(design === 'mean' && first < 30
        ? ['Below 30 observations the t distribution needs a few more than the normal one']
        : []),
    ],
  };
}
