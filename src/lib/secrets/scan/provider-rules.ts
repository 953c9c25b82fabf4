import { hasTokenChecksum } from '../token.js';
import type { SecretRule, Severity } from './rule.js';

/** As the vendors document their tokens, or as their public scanners' rules have them. Boundaries keep longer words out. */
const token = (
  id: string,
  title: string,
  form: string,
  keywords: readonly string[],
  more: Partial<Pick<SecretRule, 'severity' | 'entropy' | 'check'>> = {},
): SecretRule => ({
  id,
  title,
  severity: 'high' satisfies Severity,
  pattern: new RegExp(`(?<![\\w/+-])(${form})(?![\\w/+-])`, 'g'),
  keywords,
  entropy: 2.5,
  ...more,
});

const afterUnderscore = (secret: string): boolean => hasTokenChecksum(secret.slice(secret.indexOf('_') + 1));

const CLOUD: readonly SecretRule[] = [
  token('aws-access-key-id', 'AWS access key id', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}', [
    'akia',
    'asia',
    'abia',
    'acca',
  ]),
  token('google-api-key', 'Google API key', 'AIza[\\w-]{35}', ['aiza'], { entropy: 3.5 }),
  token('google-oauth-secret', 'Google OAuth client secret', 'GOCSPX-[\\w-]{28}', ['gocspx-']),
  token('google-access-token', 'Google OAuth access token', 'ya29\\.[\\w-]{20,400}', ['ya29.'], { severity: 'medium' }),
  token('digitalocean-token', 'DigitalOcean token', 'do[opr]_v1_[a-f0-9]{64}', ['dop_v1_', 'doo_v1_', 'dor_v1_']),
  token('heroku-api-key', 'Heroku API key', 'HRKU-AA[\\w-]{58}', ['hrku-aa']),
  token('fly-token', 'Fly.io token', 'fm[12][ar]?_[\\w+/=-]{60,600}', ['fm1', 'fm2']),
  token('netlify-token', 'Netlify token', 'nfp_[A-Za-z0-9]{36}', ['nfp_']),
  token('alibaba-access-key', 'Alibaba Cloud access key id', 'LTAI[A-Za-z0-9]{20}', ['ltai'], { entropy: 3.5 }),
  token('databricks-token', 'Databricks token', 'dapi[a-f0-9]{32}(?:-\\d)?', ['dapi'], { entropy: 3 }),
  token('planetscale-token', 'PlanetScale token', 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}', ['pscale_']),
  token('supabase-token', 'Supabase token', 'sbp_[a-f0-9]{40}', ['sbp_']),
  token('vault-token', 'HashiCorp Vault token', 'hv[sbr]\\.[\\w-]{90,300}', ['hvs.', 'hvb.', 'hvr.']),
  token('terraform-token', 'Terraform Cloud token', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}', ['.atlasv1.']),
  token('pulumi-token', 'Pulumi token', 'pul-[a-f0-9]{40}', ['pul-']),
  token('doppler-token', 'Doppler token', 'dp\\.(?:pt|st|ct|scim|audit)\\.(?:[\\w-]{2,35}\\.)?[A-Za-z0-9]{40,44}', [
    'dp.',
  ]),
  token('1password-token', '1Password service account token', 'ops_eyJ[\\w+/=-]{250,2000}', ['ops_eyj']),
  token('age-secret-key', 'age identity', 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}', [
    'age-secret-key-1',
  ]),
];

const CODE: readonly SecretRule[] = [
  token('github-token', 'GitHub token', 'gh[pousr]_[A-Za-z0-9]{36}', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], {
    check: afterUnderscore,
  }),
  token('github-fine-grained-token', 'GitHub fine-grained token', 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}', [
    'github_pat_',
  ]),
  token(
    'gitlab-token',
    'GitLab token',
    'gl(?:pat|dt|rt|ptt|ft|soat|cbt|agent|imt|oas)-[\\w-]{20,64}(?:\\.[\\w.]{9,20})?',
    [...['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glsoat-', 'glcbt-', 'glagent-', 'glimt-', 'gloas-']],
  ),
  token('npm-token', 'npm token', 'npm_[A-Za-z0-9]{36}', ['npm_'], { check: afterUnderscore }),
  token('pypi-token', 'PyPI token', 'pypi-AgEIcHlwaS5vcmc[\\w-]{50,1000}', ['pypi-ageichlwas5vcmc']),
  token('rubygems-token', 'RubyGems token', 'rubygems_[a-f0-9]{48}', ['rubygems_']),
  token('crates-token', 'crates.io token', 'cio[A-Za-z0-9]{32}', ['cio'], { entropy: 4 }),
  token('nuget-key', 'NuGet API key', 'oy2[a-z0-9]{43}', ['oy2'], { entropy: 3.5 }),
  token('docker-token', 'Docker Hub token', 'dckr_(?:pat|oat)_[\\w-]{27,32}', ['dckr_']),
  token('atlassian-token', 'Atlassian API token', 'ATATT3[\\w=-]{100,200}', ['atatt3']),
  token('linear-key', 'Linear API key', 'lin_api_[A-Za-z0-9]{40}', ['lin_api_']),
  token('notion-token', 'Notion token', 'ntn_[0-9]{11}[A-Za-z0-9]{35}', ['ntn_']),
  token('figma-token', 'Figma token', 'fig[dou]r?_[\\w-]{40}', [
    'figd_',
    'figu_',
    'figo_',
    'figdr_',
    'figur_',
    'figor_',
  ]),
  token('airtable-token', 'Airtable token', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}', ['pat']),
  token('postman-key', 'Postman API key', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}', ['pmak-']),
  token('grafana-token', 'Grafana token', 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_eyJ[\\w+/=-]{60,400}', [
    'glsa_',
    'glc_eyj',
  ]),
  token('new-relic-key', 'New Relic key', 'NRAK-[A-Z0-9]{27}', ['nrak-']),
  token('sentry-token', 'Sentry token', 'sntrys_eyJ[\\w+/=-]{100,400}|sntryu_[a-f0-9]{64}', ['sntrys_', 'sntryu_']),
];

const MODELS: readonly SecretRule[] = [
  token('openai-key', 'OpenAI key', 'sk-(?:(?:proj|svcacct|admin|None)-)?[\\w-]{20,100}T3BlbkFJ[\\w-]{20,100}', [
    't3blbkfj',
  ]),
  token('anthropic-key', 'Anthropic key', 'sk-ant-(?:api03|admin01|oat01)-[\\w-]{93}AA', ['sk-ant-']),
  token('huggingface-token', 'Hugging Face token', '(?:hf|api_org)_[A-Za-z]{34}', ['hf_', 'api_org_'], {
    entropy: 3.5,
  }),
  token('replicate-token', 'Replicate token', 'r8_[A-Za-z0-9]{37}', ['r8_']),
  token('groq-key', 'Groq key', 'gsk_[A-Za-z0-9]{52}', ['gsk_']),
  token('perplexity-key', 'Perplexity key', 'pplx-[A-Za-z0-9]{48}', ['pplx-']),
  token('xai-key', 'xAI key', 'xai-[A-Za-z0-9]{80}', ['xai-']),
];

const MONEY_AND_MAIL: readonly SecretRule[] = [
  token('stripe-live-key', 'Stripe live key', '(?:sk|rk)_live_[A-Za-z0-9]{16,247}', ['sk_live_', 'rk_live_']),
  token('stripe-test-key', 'Stripe test key', '(?:sk|rk)_test_[A-Za-z0-9]{16,247}', ['sk_test_', 'rk_test_'], {
    severity: 'low',
  }),
  token('webhook-secret', 'Webhook signing secret', 'whsec_[A-Za-z0-9+/=]{24,80}', ['whsec_'], { severity: 'medium' }),
  token('shopify-token', 'Shopify token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}', [
    'shpat_',
    'shpca_',
    'shppa_',
    'shpss_',
  ]),
  token('square-token', 'Square token', 'sq0(?:atp-[\\w-]{22}|csp-[\\w-]{43})', ['sq0atp-', 'sq0csp-']),
  token('paypal-token', 'PayPal Braintree token', 'access_token\\$production\\$[a-z0-9]{16}\\$[a-f0-9]{32}', [
    'access_token$',
  ]),
  token('sendgrid-key', 'SendGrid key', 'SG\\.[\\w-]{22}\\.[\\w-]{43}', ['sg.']),
  token('mailgun-key', 'Mailgun key', 'key-[a-f0-9]{32}', ['key-'], { entropy: 3 }),
  token('mailchimp-key', 'Mailchimp key', '[a-f0-9]{32}-us[0-9]{1,2}', ['-us'], { entropy: 3 }),
  token('brevo-key', 'Brevo key', 'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}', ['xkeysib-']),
  token('resend-key', 'Resend key', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}', ['re_'], { entropy: 3.5 }),
  token('twilio-key', 'Twilio API key', 'SK[a-f0-9]{32}', ['sk'], { severity: 'medium', entropy: 3 }),
];

const CHAT: readonly SecretRule[] = [
  token(
    'slack-token',
    'Slack token',
    'xox[abeoprs]-(?:\\d{10,13}-)?[\\w-]{20,200}|xapp-\\d-[A-Z0-9]{9,12}-\\d{10,14}-[a-f0-9]{64}',
    [...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-']],
  ),
  token('telegram-bot-token', 'Telegram bot token', '[0-9]{8,10}:AA[\\w-]{33}', [':aa'], { entropy: 3.5 }),
  token('discord-bot-token', 'Discord bot token', '[MNO][A-Za-z\\d_-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38}', ['.'], {
    entropy: 4,
  }),
  {
    ...token('slack-webhook', 'Slack webhook', '', ['hooks.slack.com']),
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{30,120})/g,
    severity: 'medium',
  },
  {
    ...token('discord-webhook', 'Discord webhook', '', ['/api/webhooks/']),
    pattern: /https:\/\/(?:\w{3,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/([\w-]{60,80})/g,
    severity: 'medium',
  },
  {
    ...token('teams-webhook', 'Microsoft Teams webhook', '', ['webhook.office.com']),
    pattern: /https:\/\/[\w-]{1,60}\.webhook\.office\.com\/webhookb2\/([\w@-]{36,80}\/IncomingWebhook\/[a-f0-9]{32})/g,
    severity: 'medium',
  },
];

export const PROVIDER_RULES: readonly SecretRule[] = [...CLOUD, ...CODE, ...MODELS, ...MONEY_AND_MAIL, ...CHAT];
