/** Texts of up to a million characters, made of what is installed, so that nothing has to be shipped or fetched. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
const LENGTH = 1_000_000;

export interface BenchText {
  readonly name: string;
  readonly text: string;
}

export function benchTexts(): BenchText[] {
  return [
    { name: 'English: prose of installed packages', text: paragraphs() },
    { name: 'code: TypeScript and JavaScript of installed packages', text: code() },
    { name: "Chinese: made of frequent words by Zipf's law", text: chinese() },
    ...fromCorpus(),
  ];
}

function fill(text: string): string {
  return text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
}

const installed = (ending: string): string[] =>
  readdirSync(join(ROOT, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .sort()
    .map((path) => join(ROOT, 'node_modules', path));

/** Lines of English prose, from READMEs, licences and comments: long and without code or tables. */
function paragraphs(): string {
  const lines = new Set<string>();
  for (const path of [...installed('.md'), ...installed('LICENSE'), ...installed('.d.ts'), ...installed('.js')]) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const prose = line.replace(/^\s*(\/\/|\*)?\s*/, '');
      if (/^[A-Za-z][a-z]* [a-z][A-Za-z ,.'"()-]{50,}$/.test(prose)) lines.add(prose);
    }
  }
  return [...lines].join('\n').slice(0, LENGTH);
}

function code(): string {
  let text = '';
  for (const path of [...installed('.ts'), ...installed('.mjs')]) {
    if (/gpt-tokenizer|\.min\./.test(path)) continue;
    // At most 40,000 characters of a file, so that no single style decides.
    text += readFileSync(path, 'utf8').slice(0, 40_000);
    if (text.length > LENGTH) break;
  }
  return text.slice(0, LENGTH);
}

/** Words by frequency. */
const WORDS =
  '的 是 在 我 有 他 这 个 们 中 来 上 大 为 和 国 地 到 以 说 时 要 就 出 会 可以 也 你 对 生 能 而 子 那 得 于 着 下 自己 之 年 过 发展 后 作 里 用 道 行 所 然 家 种 事 成 方 多 经 么 去 法 学 如 都 同 现在 当 没有 动 面 起 看 定 天 分 还 进 好 小 部 其 些 主要 样 理 心 她 本 前 开 但 因为 只 从 想 实 日 军 者 意 无 力 它 与 长 把 机 十 民 第 公 此 已 工 使 情 明 性 知 全 三 又 关 点 正 业 外 将 两 高 间 由 问 很 最 重 并 物 手 应 战 向 头 文 体 政 美 相 见 被 利 什么 二 等 产 或 新 己 制 身 果 加 西 斯 月 话 合 回 特 代 内 信 表 化 老 给 世界 位 次 度 门 任 常 先 海 通 教 儿 原 东 声 提 立 及 比 员 解 水 名 真 论 处 走 义 各 入 几 口 认 条 平 系 气 题 活 尔 更 别 打 女 变 四 神 总 何 电 数 安 少 报 才 结 反 受 目 太 量 再 感 建 务 做 接 必 场 件 计 管 期 市 直 德 资 命 山 金 指 克 许 统 区 保 至 队 形 社 便 空 决 治 展 马 科 司 五 基 眼 书 非 则 听 白 却 界 达 光 放 强 即 像 难 且 权 思 王 象 完 设 式 色 路 记 南 品 住 告 类 求 据 程 北 边 死 张 该 交 规 万 取 拉 格 望 觉 术 领 共 确 传 师 观 清 今 切 院 让 识 候 带 导 争 运 笔 技术 北京 问题 学习 工作 人工智能 中国 公司 时间 软件 数据 模型 文化 经济 社会 历史'.split(
    ' ',
  );

/** Sentences of words by Zipf's law, from a generator with a fixed seed (Numerical Recipes). */
function chinese(): string {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let text = '';
  while (text.length < LENGTH) {
    for (let words = 2 + random() * 7; words > 0; words--)
      text += WORDS[Math.floor(WORDS.length ** random()) - 1] ?? '';
    text += random() < 0.6 ? '，' : random() < 0.8 ? '。' : '。\n';
  }
  return text.slice(0, LENGTH);
}

/** Real sentences, where the project's corpus from outside lies beside it. */
function fromCorpus(): BenchText[] {
  const folder = join(ROOT, '../shared/corpus/text');
  if (!existsSync(folder)) return [];
  const pairs = readFileSync(join(folder, 'similarity/stsb-sts-dev.csv'), 'utf8').split('\n');
  const sentences = [...new Set(pairs.flatMap((line) => line.split('\t').slice(5, 7)))].join(' ');
  const sample = /^w\('chinese',fill\('(.*)'\)\);$/m.exec(
    readFileSync(join(folder, 'tokens/make-million.cjs'), 'utf8'),
  );
  return [
    { name: 'English: sentences of the STS benchmark', text: sentences },
    { name: 'Chinese: three sentences repeated', text: fill((sample?.[1] ?? '').replaceAll('\\n', '\n')) },
  ];
}
