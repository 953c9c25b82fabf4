/** Crawlers that collect texts for training models, by the names that their operators say robots.txt must have. As of November 2026. */
export const TRAINING_CRAWLERS = [
  'GPTBot',
  'ClaudeBot',
  'anthropic-ai',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'Bytespider',
  'meta-externalagent',
  'FacebookBot',
  'Amazonbot',
  'cohere-ai',
  'Diffbot',
  'omgili',
  'Webzio-Extended',
  'ImagesiftBot',
  'PanguBot',
  'Timpibot',
] as const;

/** Crawlers that fetch pages for answers of assistants and their search; they send readers too. */
export const ANSWER_CRAWLERS = [
  'OAI-SearchBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'PerplexityBot',
  'Perplexity-User',
  'DuckAssistBot',
  'MistralAI-User',
  'meta-externalfetcher',
  'YouBot',
] as const;
