import { Pool } from 'pg'

/** How the server has run one statement, also one inside of a function. */
export interface RunPlan {
  /** `Index Scan on heads`. */
  readonly scans: readonly string[]
  /** Pages that were looked at. */
  readonly pages: number
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** A pool whose server tells the plan of all that it runs; `taken` returns what was told since it was last asked. */
export function collectPlans(connectionString: string): { readonly pool: Pool; taken(): readonly RunPlan[] } {
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const pool = new Pool({ connectionString, options, max: 1 })
  let told: RunPlan[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('{')
      if (message.includes('plan:') && start > 0) told.push(toRunPlan(JSON.parse(message.slice(start)).Plan))
    })
  })
  return {
    pool,
    taken() {
      const taken = told
      told = []
      return taken
    },
  }
}

function toRunPlan(plan: PlanNode): RunPlan {
  const scans: string[] = []
  const visit = (node: PlanNode): void => {
    if (node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable')
      scans.push(`${node['Node Type']} on ${node['Relation Name']}`)
    node.Plans?.forEach(visit)
  }
  visit(plan)
  return { scans, pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}
