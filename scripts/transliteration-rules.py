"""Writes src/lib/transliteration/rules.data.ts from the CLDR transforms inside ICU: `/usr/bin/python3 scripts/transliteration-rules.py`
with Debian's python3-icu. Sets of characters become classes of regular expressions; rules stay in their order."""
import json
import re
import icu

SCRIPTS = 'Arab Armn Beng Cans Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Jamo Kana Knda Mlym Orya Syrc Taml Telu Thaa Thai'
ROOTS = [f'{s}-Latn' for s in SCRIPTS.split()] + ['my-my_Latn', 'si-si_Latn', 'Latin-ASCII']
ROOTS += [f'{s}_Latn/BGN' for s in 'ru-ru be-be kk-kk ky-ky mn-mn mk-mk sr-sr hy-hy ka-ka ja_Hrkt-ja'.split()]
BUILT_IN = {'nfc', 'nfd', 'nfkc', 'nfkd', 'lower', 'null', 'any-breakinternal'}
ALIASES = {'katakana-latin': 'Kana-Latn'}

sets: dict[str, int] = {}


def escaped(code: int) -> str:
    c = chr(code)
    return c if c.isalnum() else '\\u{%x}' % code


def class_of(pattern: str) -> str:
    found = icu.UnicodeSet(pattern)
    parts, strings = [], []
    for i in range(found.getRangeCount()):
        start, end = ord(found.getRangeStart(i)), ord(found.getRangeEnd(i))
        parts.append(escaped(start) + ('' if end == start else ('' if end == start + 1 else '-') + escaped(end)))
    for s in list(found):
        if len(s) > 1 and not (len(s) == 2 and 0xD800 <= ord(s[0]) < 0xDC00):
            strings.append(''.join(escaped(ord(c)) for c in s))
    single = '[' + ''.join(parts) + ']'
    return f'(?:{"|".join(sorted(strings, key=len, reverse=True))}|{single})' if strings else single


def set_name(pattern: str) -> str:
    made = class_of(pattern)
    if len(made) < 24:
        return made
    return '@%d;' % sets.setdefault(made, len(sets))


def end_of_set(s: str, at: int) -> int:
    depth = 0
    while True:
        c = s[at]
        if c == '\\':
            at += 1
        elif c == '[':
            depth += 1
        elif c == ']':
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1


def tokens(s: str):
    """Kind and text: literal, set, or an operator."""
    at = 0
    while at < len(s):
        c = s[at]
        if c == ' ':
            at += 1
        elif c == '[':
            end = end_of_set(s, at)
            yield 'set', s[at:end]
            at = end
        elif c == "'":
            end = s.index("'", at + 1)
            if end == at + 1:
                yield 'literal', "'"
            for x in s[at + 1:end]:
                yield 'literal', x
            at = end + 1
        elif c == '\\':
            m = re.match(r'\\u([0-9A-F]{4})|\\U([0-9A-F]{8})', s[at:])
            if m:
                yield 'literal', chr(int(m[1] or m[2], 16))
                at += m.end()
            else:
                yield 'literal', s[at + 1]
                at += 2
        elif c == '$' and s[at + 1:at + 2].isdigit():
            yield 'reference', s[at + 1]
            at += 2
        elif c in '(){}?*+|^$&@.<>;':
            yield 'operator', c
            at += 1
        else:
            yield 'literal', c
            at += 1


def pattern_of(parts) -> str:
    out = ''
    for kind, value in parts:
        if kind == 'literal':
            out += escaped(ord(value))
        elif kind == 'set':
            out += set_name(value)
        elif value in '()?*+.':
            out += value
        elif value in '^$':
            out += '\\u{ffff}'
        else:
            raise ValueError(value)
    return out


def split_rule(line: str):
    parts = list(tokens(line))
    arrow = next(i for i, p in enumerate(parts) if p == ('operator', '>'))
    left, right = parts[:arrow], parts[arrow + 1:]
    ante, post = [], []
    if ('operator', '{') in left:
        i = left.index(('operator', '{'))
        ante, left = left[:i], left[i + 1:]
    if ('operator', '}') in left:
        i = left.index(('operator', '}'))
        left, post = left[:i], left[i + 1:]
    return ante, left, post, right


def rule_of(line: str) -> str:
    ante, key, post, right = split_rule(line)
    out, cursor = '', None
    for kind, value in right:
        if kind == 'literal':
            out += value
        elif kind == 'reference':
            out += chr(0xFDD0 + int(value))
        elif value == '|':
            cursor = out
        else:
            raise ValueError(line)
    if not ante and not post and cursor is None and not re.search('[\ufdd0-\ufdd9]', out) and all(k == 'literal' for k, _ in key):
        return f'={"".join(v for _, v in key)}\t{out}'
    if not ante and not post and cursor is None and len(key) == 1 and key[0][0] == 'set':
        found = icu.UnicodeSet(key[0][1])
        if all(len(s) == 1 or len(s) == 2 and 0xD800 <= ord(s[0]) < 0xDC00 for s in list(found)) and len(list(found)) < 2000:
            return '*' + ''.join(found) + '\t' + out
    first, key_or_next = None, key or post
    if key_or_next and not (len(key_or_next) > 1 and key_or_next[1] in [('operator', x) for x in '?*']):
        first = next((p for p in key_or_next if p != ('operator', '(')), None)
        first = pattern_of([first]) if first and first[0] != 'operator' and '(?:' not in pattern_of([first]) else ''
    before = '' if cursor is None else cursor
    after = out if cursor is None else out[len(cursor):]
    if cursor is None:
        before, after = out, ''
    return '\t'.join([first or '', pattern_of(ante), pattern_of(key), pattern_of(post), before, after])


def steps_of(name: str):
    """[filter, what]: what is the name of a transform or a list of rules."""
    whole, steps, rules, first = '', [], [], True
    made = icu.Transliterator.createInstance(name, icu.UTransDirection.FORWARD)
    # Filters of some compounds are not among their rules.
    if made.getFilter() is not None:
        whole = set_name(made.getFilter().toPattern())
    for line in made.toRules(False).split('\n'):
        line = line.strip(' ')
        if not line:
            continue
        assert line.endswith(';'), line
        line = line[:-1]
        if line.startswith('::'):
            body = line[2:].strip()
            only = ''
            if body.startswith('['):
                end = end_of_set(body, 0)
                only, body = set_name(body[:end]), body[end:].strip()
            target = body.split('(')[0].strip()
            if first and only and not body:
                whole = whole or only
            else:
                if rules:
                    steps.append(['', rules])
                    rules = []
                target = ALIASES.get(target.lower(), target)
                if target and target.lower() != 'null':
                    steps.append([only, target.lower() if target.lower() in BUILT_IN else target])
        else:
            rules.append(rule_of(line))
        first = False
    if rules:
        steps.append(['', rules])
    return whole, steps


done: dict[str, object] = {}


def collect(name: str):
    if name in done:
        return
    done[name] = None
    whole, steps = steps_of(name)
    fixed = []
    for only, what in steps:
        if isinstance(what, str) and what not in BUILT_IN:
            same = next((k for k in done if k.lower() == what.lower()), what)
            collect(same)
            what = same
        fixed.append([only, what])
    done[name] = [whole, fixed]


for root in ROOTS:
    collect(root)

lines = ['// Made by scripts/transliteration-rules.py; do not edit. Transforms of CLDR as ICU %s has them. © 1991-2022 Unicode, Inc. (Unicode License V3).' % icu.ICU_VERSION,
         "import type { Transform } from './rules.js';", '',
         '/** Classes of characters that rules name by their number. */',
         'export const CLASSES: readonly string[] = [']
lines += ['  %s,' % json.dumps(k, ensure_ascii=False) for k in sets]
lines += ['];', '', '/** By name: a filter of the whole, and steps, each with a filter. */',
          'export const TRANSFORMS: Readonly<Record<string, Transform>> = {']
for name, (whole, steps) in done.items():
    lines.append(f'  {json.dumps(name)}: {{ filter: {json.dumps(whole)}, steps: [')
    for only, what in steps:
        if isinstance(what, str):
            lines.append(f'    {{ filter: {json.dumps(only)}, what: {json.dumps(what)} }},')
        else:
            lines.append(f'    {{ filter: {json.dumps(only)}, rules: {json.dumps(chr(10).join(what), ensure_ascii=False)} }},')
    lines.append('  ] },')
lines.append('};')
text = '\n'.join(lines) + '\n'
# What is not seen, or joins what stands before it, is written as an escape.
text = re.sub('[\u00ad\u0300-\u036f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ue000-\ue0ff\ufdd0-\ufdd9\ufe00-\ufe0f\ufeff\uffff]', lambda m: '\\u%04x' % ord(m[0]), text)
open('src/lib/transliteration/rules.data.ts', 'w', encoding='utf-8').write(text)
