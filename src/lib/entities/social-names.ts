import { type Entity, matchesOf } from './entity.js';

const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]{0,100}[\p{L}])[\p{L}\p{M}\p{N}_\u200c]{1,100}/gu;

/** Hashtags with a letter in them; colours such as #a1b2c3 are not hashtags. */
export function* hashtagsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'hashtag', HASHTAG, ({ 0: found }) => {
    const isColor =
      /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(found) && (/\d/.test(found) || new Set(found).size < 4);
    return isColor ? undefined : { value: found };
  });
}

const MENTION =
  /(?<![p{L}p{N}_.@/\\-])@(?!\d+x\b)[A-Za-z\d_](?:[\w.-]{0,60}\w)?(?:@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){1,4})?(?![\w@/(]|\.\w)/g;
/** Words that style sheets, comments of code and packages write behind the sign. */
const CODE =
  /^@(?:media|import|charset|font-face|keyframes|supports|page|namespace|layer|container|property|include|mixin|extend|use|forward|param|returns?|throws|see|deprecated|override|since|author|type|todo|example|Test|Override|Autowired|Component|staticmethod|property|classmethod|dataclass)$/;

/** Names after an at sign, with their server where they have one. */
export function* mentionsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'mention', MENTION, ({ 0: found }) => (CODE.test(found) ? undefined : { value: found }));
}
