export const DAMAGED_PPTX = {
  title: 'Not a presentation',
  files: [{ name: 'a.pptx', text: 'Dear reader' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read file "a.pptx" as a presentation: it is not a ZIP archive',
  },
} as const;

export const PPTX_NEEDS_PASSWORD = {
  title: 'A presentation without its password',
  files: [{ name: 'talk.pptx', fixture: 'data/encrypted-standard.xlsx' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read file "talk.pptx" as a presentation: it is encrypted, option "password" must open it',
  },
} as const;
