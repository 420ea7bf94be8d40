/** How to recognise the vendor of a model, by its servers and by its model names. */
export interface Vendor {
  /** Hosts of its own APIs. */
  readonly hosts: RegExp
  /** Names of its models, in lower case, with or without the vendor in front. */
  readonly models: RegExp
  /** Models that think unless the request says otherwise. */
  readonly thinks?: RegExp
}

/** The vendors that speak the APIs of several others on servers of their own. */
export const vendors: Readonly<Record<'deepseek' | 'moonshot' | 'zhipu' | 'minimax' | 'qwen', Vendor>> = {
  deepseek: {
    hosts: /(?:^|\.)deepseek\.com$/,
    models: /deepseek/,
    thinks: /deepseek-(?:reasoner|v[4-9]|flash|pro)/,
  },
  moonshot: {
    hosts: /(?:^|\.)(?:moonshot\.(?:cn|ai)|kimi\.com)$/,
    models: /kimi|moonshot/,
    thinks: /kimi-(?:k2-thinking|k2\.[5-9]|k[3-9]|thinking|for-coding)/,
  },
  zhipu: { hosts: /(?:^|\.)(?:bigmodel\.cn|z\.ai)$/, models: /\bglm-/ },
  minimax: { hosts: /(?:^|\.)minimaxi?\.(?:com|io|chat)$/, models: /minimax|abab/ },
  qwen: {
    hosts: /(?:^|\.)(?:dashscope(?:-intl|-us)?\.aliyuncs|qwen)\.com$|(?:^|\.)portal\.qwen\.ai$/,
    models: /qwen|qwq|qvq/,
  },
}

/** The host of an address; empty where there is none. */
export function hostOf(baseURL: string | undefined): string {
  return baseURL !== undefined && URL.canParse(baseURL) ? new URL(baseURL).hostname : ''
}
