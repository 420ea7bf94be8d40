import type { Format, RequestBody, Target } from '../../src/formats/format.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { shown } from './told.ts'

/** A model of every name that tells a vendor, and an address of every host; those after the gap think, or do not. */
const guessable = `
  gpt-4o chatgpt-4o o3 openai/o3-mini gpt-oss deepseek-chat kimi-k2 moonshot-v1 mistral-large mixtral ministral magistral codestral
  devstral pixtral voxtral grok-4 x-ai/grok qwen3 qwq qvq glm-4 z/glm-5 minimax-m2 abab6 llama-2 llama2 gemma claude-3 gemini-pro
  deepseek-reasoner deepseek-v4 deepseek-v3 deepseek-flash deepseek-pro kimi-k2-thinking kimi-k2.5 kimi-k3 kimi-thinking
  kimi-for-coding kimi-k2.4 qwen/deepseek-distill
`
const addresses = `
  https://api.openai.com https://a.openai.azure.com https://a.services.ai.azure.com https://a.cognitiveservices.azure.com
  https://api.deepseek.com https://api.moonshot.cn https://api.moonshot.ai https://api.kimi.com https://api.groq.com
  https://api.cerebras.ai https://api.mistral.ai https://api.x.ai https://dashscope.aliyuncs.com https://portal.qwen.ai
  https://dashscope-intl.aliyuncs.com https://dashscope-us.aliyuncs.com https://api.qwen.com https://open.bigmodel.cn https://api.z.ai
  https://api.minimax.com https://api.minimaxi.com https://api.minimax.io https://api.minimax.chat https://ollama.com
  https://api.githubcopilot.com https://openrouter.ai https://notopenai.com https://x.ai.example.org http://localhost:11434
  http://localhost:8080 http://127.0.0.1:8000 http://10.0.0.1 http://192.168.1.2 http://172.16.0.1 http://172.31.0.1 http://172.32.0.1
  http://172.20.0.1 http://[::1]:1 http://0.0.0.0 http://box.local http://11.0.0.1 nowhere
`
const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Which rules a model gets by its name, behind relays and templates, and by the address of the API. */
export function guesses({ rules }: Format): readonly string[] {
  const seen = (request: RequestBody, target: Target): string => shortHash(shown(rules(request, target)))
  const targets: readonly Target[] = [
    {},
    { dialect: 'openrouter' },
    { dialect: 'vllm' },
    { baseURL: 'http://127.0.0.1' },
  ]
  const modes = [{ thinking: { type: 'disabled' } }, { enable_thinking: false }, { reasoning_effort: 'none' }]
  const more = [{ thinking: { type: 'enabled' } }, { enable_thinking: true }, { thinking: null }]
  return [
    ...wordsOf(guessable).map((model) => {
      const asked = [...modes, ...more].map((mode) => seen({ model, ...mode }, {}))
      return `${model}: ${[...targets.map((target) => seen({ model }, target)), shortHash(asked.join())].join(' ')}`
    }),
    ...wordsOf(addresses).map(
      (baseURL) => `${baseURL}: ${seen({}, { baseURL })} ${seen({ model: 'gpt-5' }, { baseURL })}`,
    ),
  ]
}

/** Models of all ages and makers, as the APIs and the clouds in front of them name them. */
const versions = `
  claude-v1 claude-2.1 claude-v2 claude-instant-v1 claude-3-haiku-20240307 claude-3-sonnet-20240229 claude-3-opus-20240229
  claude-3-5-sonnet-20241022 claude-3-7-sonnet claude-opus-4 claude-opus-4-1 claude-opus-4-6 claude-opus-4.6 claude-opus-5
  claude-opus-5-4 claude-opus-5-5 claude-sonnet-4-5 claude-sonnet-5 claude-sonnet-5-5 claude-sonnet-10 claude-haiku-4-5
  claude-haiku-5-5 claude-fable-4 claude-fable-5 claude-fable-5-1 claude-mythos-5 claude-mythos-5-1 claude-new-5 claude-new-6
  claude-20250101 anthropic.claude-v2 anthropic.claude-instant-v1 us.anthropic.claude-3-haiku anthropic.claude-3-sonnet
  anthropic.claude-3-opus anthropic.claude-3-5-sonnet us.anthropic.claude-opus-5-5-v1:0 arn:aws:bedrock:us-east-1:1:x/claude-opus-5-5
  amazon.nova-micro-v1 amazon.nova-lite-v1 amazon.nova-pro-v1 amazon.nova-premier-v1 amazon.nova-2-lite-v1 us.meta.x llama-3
  mistral.large mistral-large mixtral-8x7b pixtral-large amazon.titan-text cohere.command-r ai21.jamba-1 openai.gpt-oss
  gemini-1.5-pro gemini-2.5-pro models/gemini-3.1-pro-preview gemini-10-pro gemma-3 gpt-5 o3
`

/** Which rules a model gets by its name, alone and from a provider that a framework names. */
export function modelLines({ rules }: Format): readonly string[] {
  const providers = ['', 'anthropic.messages', 'amazon_bedrock', 'google_vertexai', 'openai']
  return wordsOf(versions).map((model) => {
    const seen = providers.map((provider) =>
      shortHash(shown(rules({ model, modelId: model, ...(provider && { provider }) }))),
    )
    return `${model}: ${new Set(seen).size === 1 ? seen[0] : seen.join(' ')}`
  })
}
