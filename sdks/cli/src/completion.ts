import { COMMON, type Command, EXIT, type Option, only, UsageError } from './command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The command that writes completion of all the others. */
export const completionOf = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'write completion for a shell',
  args: '<bash, zsh or fish>',
  examples: ['source <(sealwright completion bash)', 'sealwright completion fish > ~/.config/fish/completions/sealwright.fish'],
  run: async (_, given) => {
    const shell = SHELLS.find((one) => one === only(given, 'a shell'))
    if (!shell) throw new UsageError(`Completion is there for ${SHELLS.join(', ')}.`)
    process.stdout.write(WRITERS[shell](commands()))
    return EXIT.done
  },
})

const optionsOf = (command: Command): [string, Option][] => Object.entries({ ...command.options, ...COMMON })
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const WRITERS: Record<(typeof SHELLS)[number], (commands: readonly Command[]) => string> = {
  bash: (commands) => `# Completion of sealwright for bash.
_sealwright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" said="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${choices(commands)
  .map(([name, values]) => `    --${name}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$word")); return ;;`)
  .join('\n')}
  esac
  case "$said" in
${commands
  .map(
    (one) =>
      `    ${quoted(one.name)}*) words=${quoted(
        optionsOf(one)
          .map(([name]) => `--${name}`)
          .join(' '),
      )} ;;`,
  )
  .toReversed()
  .join('\n')}
${groups(commands)
  .map((group) => `    ${group}) words=${quoted(below(commands, group).join(' '))} ;;`)
  .join('\n')}
    '') words=${quoted(firstWords(commands).join(' '))} ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _sealwright sealwright
`,
  zsh: (commands) => `#compdef sealwright
# Completion of sealwright for zsh.
autoload -U +X bashcompinit && bashcompinit
${WRITERS.bash(commands)}`,
  fish: (commands) => {
    const lines = ['# Completion of sealwright for fish.', 'complete -c sealwright -f']
    for (const word of firstWords(commands)) {
      const own = commands.find((one) => one.name === word)
      lines.push(
        `complete -c sealwright -n __fish_use_subcommand -a ${word} -d ${quoted(own?.summary ?? below(commands, word).join(', '))}`,
      )
    }
    for (const group of groups(commands))
      for (const word of below(commands, group))
        lines.push(
          `complete -c sealwright -n ${quoted(`__fish_seen_subcommand_from ${group}`)} -a ${word} -d ${quoted(commands.find((one) => one.name === `${group} ${word}`)!.summary)}`,
        )
    for (const command of commands)
      for (const [name, { type, help, choices: values }] of optionsOf(command)) {
        const seen = command.name
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and ')
        const takes = type === 'string' ? ` -r${values ? ` -a ${quoted(values.join(' '))}` : ''}` : ''
        lines.push(`complete -c sealwright -n ${quoted(seen)} -l ${name}${takes} -d ${quoted(help)}`)
      }
    return `${lines.join('\n')}\n`
  },
}

const firstWords = (commands: readonly Command[]): string[] => [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
/** First words that stand for nothing alone. */
const groups = (commands: readonly Command[]): string[] => firstWords(commands).filter((word) => below(commands, word).length > 0)
const below = (commands: readonly Command[], group: string): string[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name.slice(group.length + 1))
/** What may follow an option, of whichever command it is. */
const choices = (commands: readonly Command[]): [string, string[]][] => {
  const found = new Map<string, string[]>()
  for (const [name, { choices: values }] of commands.flatMap(optionsOf))
    if (values) found.set(name, [...new Set([...(found.get(name) ?? []), ...values])])
  return [...found]
}
