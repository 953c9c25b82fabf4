// One frame of the search of `src/lib/speech/align-words.ts`, for two sets of prices at once in the two lanes of a vector, without
// writing down its steps: only the score of the best course is wanted, and how many of its frames lie in words, which every score
// carries with it. The sums and their order are those of the TypeScript, in double precision.
//
// A score is 32 bytes: two likelihoods, two numbers of frames. A node takes 192 bytes:
//    0  places of its three states in the frame's scores, in bytes (4 each; the first is negative for other sound)
//   12  place of the junction it may be entered from, in bytes, or negative
//   16  where its list of nodes that lead here begins, and ends, in bytes
//   24  whether it is silence
//   32  log-probabilities of staying in each state, then of leaving it (8 each)
//   80  score of each state (32 each)
//  176  what a frame in it adds to the number of frames in words: 1 or 0
// A junction takes 16 bytes: where its list of endings begins and ends, place of its silence, of its other sound (nodes by number × 32).

/** Addresses and lengths, then the prices: written by the host once. */
const BLOCK: usize = memory.data(256, 16);
const NODES: usize = BLOCK;
const NODE_COUNT: usize = BLOCK + 4;
const JUNCTIONS: usize = BLOCK + 8;
const JUNCTION_COUNT: usize = BLOCK + 12;
const LISTS: usize = BLOCK + 16;
const LEAVING: usize = BLOCK + 20;
const EXITS: usize = BLOCK + 24;
const EMITTED: usize = BLOCK + 28;
const BEGIN_SKIP: usize = BLOCK + 32;
const SKIP: usize = BLOCK + 48;
const BEGIN_OTHER: usize = BLOCK + 64;
const OTHER: usize = BLOCK + 80;
const BEGIN_SILENCE: usize = BLOCK + 96;

const NODE: usize = 192;
const SCORE: usize = 32;
const FRAMES: usize = 16;
const FIRST: usize = 80;
const MIDDLE: usize = 112;
const LAST: usize = 144;
const IN_WORD: usize = 176;

export function blockPointer(): usize {
  return BLOCK;
}

/** First byte that is free for the lists. */
export function heapPointer(): usize {
  return (__heap_base + 15) & ~15;
}

// @ts-ignore: decorator
@inline
function scoreAt(emitted: usize, place: usize): v128 {
  return f64x2.splat(<f64>load<f32>(emitted + place));
}

/** Carries the scores of the words' ends over the places between them. */
export function passJunctions(isStart: bool): void {
  const nodes: usize = load<u32>(NODES);
  const count: usize = load<u32>(JUNCTION_COUNT);
  const lists: usize = load<u32>(LISTS);
  const leaving: usize = load<u32>(LEAVING);
  let exit: usize = load<u32>(EXITS);
  const beginSkip = v128.load(BEGIN_SKIP);
  const skip = v128.load(SKIP);
  let skipped = f64x2.splat(-Infinity);
  let skippedFrames = f64x2.splat(0);
  let junction: usize = load<u32>(JUNCTIONS);
  for (let j: usize = 0; j < count; j++, junction += 16, exit += SCORE) {
    let best = isStart && j == 0 ? f64x2.splat(0) : skipped;
    let frames = skippedFrames;
    const end = lists + load<u32>(junction, 4);
    for (let at = lists + load<u32>(junction); at < end; at += 4) {
      const ending = leaving + load<u32>(at);
      const score = v128.load(ending);
      const isBetter = f64x2.gt(score, best);
      best = v128.bitselect(score, best, isBetter);
      frames = v128.bitselect(v128.load(ending, FRAMES), frames, isBetter);
    }
    const silence = leaving + load<u32>(junction, 8);
    const paused = v128.load(silence);
    const isPaused = f64x2.gt(paused, best);
    best = v128.bitselect(paused, best, isPaused);
    frames = v128.bitselect(v128.load(silence, FRAMES), frames, isPaused);
    const other = nodes + load<u32>(junction, 12) * (NODE / SCORE);
    const othered = v128.load(other, FIRST);
    const isOthered = f64x2.gt(othered, best);
    best = v128.bitselect(othered, best, isOthered);
    frames = v128.bitselect(v128.load(other, FIRST + FRAMES), frames, isOthered);
    v128.store(exit, best);
    v128.store(exit, frames, FRAMES);
    const begun = f64x2.add(f64x2.add(best, beginSkip), skip);
    const gone = f64x2.add(skipped, skip);
    const isGone = f64x2.gt(gone, begun);
    skipped = v128.bitselect(gone, begun, isGone);
    skippedFrames = v128.bitselect(skippedFrames, frames, isGone);
  }
}

/** Takes one frame, whose scores lie at EMITTED; `best` is that of its likeliest phone. */
export function passNodes(best: f64): void {
  const nodes: usize = load<u32>(NODES);
  const lists: usize = load<u32>(LISTS);
  const leaving: usize = load<u32>(LEAVING);
  const exits: usize = load<u32>(EXITS);
  const emitted: usize = load<u32>(EMITTED);
  const beginOther = v128.load(BEGIN_OTHER);
  const other = v128.load(OTHER);
  const beginSilence = v128.load(BEGIN_SILENCE);
  const bests = f64x2.splat(best);
  // From the last node to the first: what leads to a node stands before it, and is still as it was a frame ago.
  for (let n: i32 = load<i32>(NODE_COUNT) - 1; n >= 0; n--) {
    const node = nodes + <usize>n * NODE;
    const place = load<i32>(node);
    const junction = load<i32>(node, 12);
    const atFirst = v128.load(node, FIRST);
    const framesFirst = v128.load(node, FIRST + FRAMES);
    if (place < 0) {
      const exit = exits + <usize>junction;
      const begun = f64x2.add(v128.load(exit), beginOther);
      const isBegun = f64x2.gt(begun, atFirst);
      v128.store(node, f64x2.add(f64x2.add(v128.bitselect(begun, atFirst, isBegun), bests), other), FIRST);
      v128.store(node, v128.bitselect(v128.load(exit, FRAMES), framesFirst, isBegun), FIRST + FRAMES);
      continue;
    }
    const inWord = v128.load64_splat(node, IN_WORD);
    const atMiddle = v128.load(node, MIDDLE);
    const framesMiddle = v128.load(node, MIDDLE + FRAMES);

    const toLast = f64x2.add(atMiddle, v128.load64_splat(node, 64));
    const stayedLast = f64x2.add(v128.load(node, LAST), v128.load64_splat(node, 48));
    const isToLast = f64x2.gt(toLast, stayedLast);
    const last = f64x2.add(v128.bitselect(toLast, stayedLast, isToLast), scoreAt(emitted, load<u32>(node, 8)));
    const framesLast = f64x2.add(v128.bitselect(framesMiddle, v128.load(node, LAST + FRAMES), isToLast), inWord);
    v128.store(node, last, LAST);
    v128.store(node, framesLast, LAST + FRAMES);
    const left = leaving + SCORE * <usize>n;

    const toMiddle = f64x2.add(atFirst, v128.load64_splat(node, 56));
    const stayedMiddle = f64x2.add(atMiddle, v128.load64_splat(node, 40));
    const isToMiddle = f64x2.gt(toMiddle, stayedMiddle);
    v128.store(node, f64x2.add(v128.bitselect(toMiddle, stayedMiddle, isToMiddle), scoreAt(emitted, load<u32>(node, 4))), MIDDLE);
    v128.store(node, f64x2.add(v128.bitselect(framesFirst, framesMiddle, isToMiddle), inWord), MIDDLE + FRAMES);

    let first = f64x2.add(atFirst, v128.load64_splat(node, 32));
    let frames = framesFirst;
    if (junction >= 0) {
      const exit = exits + <usize>junction;
      let entered = v128.load(exit);
      if (load<u32>(node, 24)) entered = f64x2.add(entered, beginSilence);
      const isEntered = f64x2.gt(entered, first);
      first = v128.bitselect(entered, first, isEntered);
      frames = v128.bitselect(v128.load(exit, FRAMES), frames, isEntered);
    }
    const end = lists + load<u32>(node, 20);
    for (let at = lists + load<u32>(node, 16); at < end; at += 4) {
      const from = leaving + load<u32>(at);
      const entered = v128.load(from);
      const isEntered = f64x2.gt(entered, first);
      first = v128.bitselect(entered, first, isEntered);
      frames = v128.bitselect(v128.load(from, FRAMES), frames, isEntered);
    }
    v128.store(node, f64x2.add(first, scoreAt(emitted, <usize>place)), FIRST);
    v128.store(node, f64x2.add(frames, inWord), FIRST + FRAMES);
    v128.store(left, f64x2.add(last, v128.load64_splat(node, 72)));
    v128.store(left, framesLast, FRAMES);
  }
}
