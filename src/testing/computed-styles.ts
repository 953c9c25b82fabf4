import { inBrowser } from './browser.js';

const PROPERTIES =
  'color margin-top margin-left padding-right padding-left width background-image background-repeat font-style font-weight font-size font-family line-height content transition-property transition-duration --gap grid-template-areas transform top left inset filter display'.split(
    ' ',
  );

const PAGE = `<div id="main" class="a b"><a href="http://x" class="card">1</a><p data-x="1">2</p><ul><li>3</li><li class="c">4</li><li>5</li></ul>
<h1>6</h1><h2>7<em>8</em></h2><x-y></x-y><z></z><p class="card">9</p><a>10</a><em class="c">11</em></div>`;

const SCRIPT = `
  const told = [];
  const style = document.createElement('style');
  document.head.append(style);
  const page = document.body.innerHTML;
  const read = (text) => {
    style.textContent = text;
    document.body.innerHTML = page;
    const said = [];
    for (const element of document.body.querySelectorAll('div, div *'))
      for (const pseudo of ['', '::before']) {
        const computed = getComputedStyle(element, pseudo);
        said.push(${JSON.stringify(PROPERTIES)}.map((name) => computed.getPropertyValue(name).trim()).join(';'));
      }
    return said.join('\\n');
  };
  for (const [before, after] of data) told.push(read(before) === read(after));
  return told;
`;

/** For each pair of style sheets, whether a browser computes the same styles for the elements of a page. Transitions must take no time. */
export const sameStyles = (pairs: readonly (readonly [string, string])[]): readonly boolean[] =>
  inBrowser<boolean[]>(SCRIPT, pairs, PAGE);
