import { anyOf } from '../words/any-of.ts'
import { takesConversations } from '../shapes/is-elsewhere.ts'
import { providerNames } from '../words/provider-names.ts'

/** Bodies of services that also have messages and the same error types. */
const ownBody = anyOf([
  /(?:^|type:)oauthexception/,
  /details:\.?\{message:[^{}]*,property:/,
  /variable\$\w{1,40}(?:got|of)/,
  /doc_url:/,
  /error:\{root_cause:/,
])

/** The route in an error, where it is none that takes conversations. */
const toldRoute =
  /(?:instance:|path:(?=\/api\/))(\/(?!v\d|[^,}]{0,40}(?:chat|complet|messages|response|generat))[^,}]*)/

const routesOfModels = anyOf([...providerNames, /claude|gpt|model|deployment/])

function isOfOtherRoute(lower: string): boolean {
  const route = toldRoute.exec(lower)?.[1]
  return route !== undefined && !takesConversations.test(route) && !routesOfModels.test(route)
}

/** Bodies of web frameworks and other services, about their own fields. */
const frameworkBody = anyOf([
  /errors:\.?\{message:[^{}]*,field:(?!messages|input|contents)/,
  /^\{errors:\.\{(?!code:|message:[^{}]*,code:|[^}]*(?:(?:messages|input|contents)[./]|messages(?:[:}]|must)|model(?:does|is)))/,
  /(?:^\{|error:\{)errcode:(?:\d{4}|m_)/,
  /source:\{pointer:(?!\/(?:body\/|request\/)?(?:messages|input|contents)(?:[/},]|$))/,
  /code:\w+,message:[^{}]*,data:\{status:\d{3}/,
  /service:(?!\w{0,8}(?:bedrock|codewhisperer|sagemaker|qbusiness))\w+[,;]statuscode:/,
  /bodyfailedvalidation/,
  /either(?:an?|the)?\w{2,16}or(?!\w{0,16}(?:messages|prompt|input|content|tool))\w{2,16}mustbe(?:provided|specified|given|set)/,
  /field_?violations:?\.?\{field:(?!contents|system|request)/,
  /error:invalid_\w{1,20},error_description:(?![^}]{0,80}messages)/,
  /object:error,status:\d{3},code:/,
  /statuscode:\d{3},name:(?!ai_|api_?(?:call|status)?error|(?:bad|invalid)_?request|unprocessable|validationexception)\w+,message:/,
  /type\.googleapis\.com\/google\.(?!rpc|ai|api|cloud\.ai)/,
  /modelstate:/,
  /^(?!.*errors:\{\.?(?:\$\.)?(?:messages|input|contents)).*oneormorevalidationerrorsoccurred/,
  /^\{message:(?!\.?messages(?:must|should|cannot|required|必)|\.?eachvalueinnestedpropertymessages)[^{}]*,statuscode:400\}$/,
  /^\{(?=[^{}]*error:badrequest[,}])(?:(?:statuscode|code|error):\w+,)*message:(?!\.?messages(?:must|should|cannot|required|必)|\.?eachvalueinnestedpropertymessages)[^{}]*\}$/,
])

/**
 * Whether an error has the form of a body of a web framework or of another service, or names a route that takes no
 * conversation.
 *
 * @param lower the folded text
 * @param isOfRequest a body refuses a request to a model, which then only happens to have such a form
 */
export const isBodyOfOther = (lower: string, isOfRequest: boolean): boolean =>
  ownBody.test(lower) || (!isOfRequest && (frameworkBody.test(lower) || isOfOtherRoute(lower)))
