import { expect, test } from 'vitest'
import { detectError } from '../../src/repair/detect-error.ts'

const statuses = [400, 401, 403, 422]

const formsOf = (text: string): unknown[] => [
  text,
  new Error(text),
  { error: text },
  JSON.stringify({ error: text }),
  ...statuses.flatMap((status) => [
    `${status} ${text}`,
    `HTTP ${status}: ${text}`,
    { status, error: { message: text } },
    Object.assign(new Error(text), { status }),
  ]),
]

test.each([
  'Неверный пароль',
  'Пароль обязателен',
  'Роль не найдена',
  'Пользователь с такой ролью не найден',
  'Roles de usuario inválidos',
  '역할이 올바르지 않습니다',
  'El nombre de usuario no puede estar vacío',
  'O nome de usuário não pode ser vazio',
  "Le nom de l'utilisateur ne doit pas être vide",
  'Der Inhalt des Feldes Titel ist ungültig',
  'ユーザー名は空にできません',
  '비밀번호가 올바르지 않습니다',
  'Le contenu du message ne peut pas être vide',
  'Der Inhalt der Nachricht darf nicht leer sein',
  'Les rôles sont invalides',
  'El historial está vacío',
  'Изображение недопустимо',
])('what a form says in its language is taken for a fault of the conversation: %s', (text) => {
  expect(formsOf(text).map((error) => detectError(error)?.type ?? null)).toEqual(formsOf(text).map(() => null))
})

test.each([
  ['empty_content_message', 'messages[2].content ne peut pas être vide'],
  ['empty_content_message', '400 El content del mensaje no puede estar vacío'],
  ['role_invalid', '400 Ungültige Rolle an Index 1'],
  ['tool_result_missing', '400 Для вызова инструмента call_1 отсутствует результат инструмента'],
  ['media_unsupported', '400 このモデルは画像入力をサポートしていません'],
  ['unspecified_structural', '{"error":{"code":400,"message":"消息格式不正确"}}'],
])('what an API says of a conversation is taken for what a form says: %s', (type, text) => {
  expect(detectError(text)?.type).toBe(type)
})
