package io.fairstream.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING;

import io.fairstream.cli.options.WrongUsage;
import io.fairstream.cli.terminal.ProgramName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Layout of a command's help on one screen: its own options in full, shared options by name only, and examples ready to type. */
final class HelpLayout {
    private static final int WIDTH = 80;
    private static final String USAGE = "Usage: ";
    private static final String INDENT = "  ";
    private static final String DEEPER = "      ";

    private final List<Listed> commands;

    private HelpLayout(List<Listed> commands) {
        this.commands = commands;
    }

    /**
     * Installs the layout for a command and its subcommands.
     *
     * @param commands entries of the root's subcommands on the first page
     */
    static void install(CommandLine root, List<Listed> commands) {
        HelpLayout layout = new HelpLayout(commands);
        Map<String, IHelpSectionRenderer> sections = new HashMap<>(root.getHelpSectionMap());
        sections.put(SECTION_KEY_SYNOPSIS_HEADING, help -> "");
        sections.put(SECTION_KEY_SYNOPSIS, HelpLayout::synopsis);
        sections.put(SECTION_KEY_DESCRIPTION, HelpLayout::description);
        sections.put(SECTION_KEY_OPTION_LIST, HelpLayout::options);
        sections.put(SECTION_KEY_COMMAND_LIST_HEADING, layout::commandsHeading);
        sections.put(SECTION_KEY_COMMAND_LIST, layout::commands);
        sections.put(SECTION_KEY_EXIT_CODE_LIST_HEADING, help -> "");
        sections.put(SECTION_KEY_EXIT_CODE_LIST, HelpLayout::exitCodes);
        sections.put(SECTION_KEY_FOOTER_HEADING, HelpLayout::examplesHeading);
        sections.put(SECTION_KEY_FOOTER, HelpLayout::examples);
        sections.replaceAll((key, section) -> help -> WholeWords.printed(section.render(help)));
        root.setHelpSectionMap(sections);
        root.setHelpFactory(WholeWords::new);
    }

    /**
     * Keeps words such as {@code 08:00}, {@code usage.weights} and {@code job-events} on one line, where picocli would break them.
     * Punctuation within words is encoded as letters until the page is {@linkplain #printed printed}.
     */
    static final class WholeWords extends Help {
        /** First replacement letter; no description contains such letters. */
        private static final char FIRST_LETTER = '\u1E00';

        private static final Pattern SIGN = Pattern.compile("(?<=\\S)[\\p{Punct}](?=\\S)");
        private static final Pattern LETTER = Pattern.compile("[\\u1E00-\\u1E7F]");

        WholeWords(CommandSpec command, ColorScheme colours) {
            super(command, colours);
        }

        @Override
        public IOptionRenderer createDefaultOptionRenderer() {
            IOptionRenderer usual = super.createDefaultOptionRenderer();
            return (option, labels, colours) -> whole(usual.render(option, labels, colours), colours);
        }

        @Override
        public IParameterRenderer createDefaultParameterRenderer() {
            IParameterRenderer usual = super.createDefaultParameterRenderer();
            return (parameter, labels, colours) -> whole(usual.render(parameter, labels, colours), colours);
        }

        /** Encodes the last column, which contains the description. */
        private static Ansi.Text[][] whole(Ansi.Text[][] rows, ColorScheme colours) {
            for (Ansi.Text[] row : rows) {
                int last = row.length - 1;
                row[last] = colours.text(SIGN.matcher(row[last].toString())
                        .replaceAll(sign -> String.valueOf(
                                (char) (FIRST_LETTER + sign.group().charAt(0)))));
            }
            return rows;
        }

        static String printed(String text) {
            return LETTER.matcher(text)
                    .replaceAll(letter -> Matcher.quoteReplacement(
                            String.valueOf((char) (letter.group().charAt(0) - FIRST_LETTER))));
        }
    }

    private static String description(Help help) {
        return Stream.of(help.commandSpec().usageMessage().description())
                .flatMap(lines -> String.format(lines).lines())
                .map(line -> wrapped(List.of(line.split(" ")), "", "", "", ""))
                .collect(Collectors.joining());
    }

    private static String synopsis(Help help) {
        CommandSpec command = help.commandSpec();
        String[] own = command.usageMessage().customSynopsis();
        if (own.length > 0) {
            return Stream.of(own)
                    .map(line -> ProgramName.in(line) + System.lineSeparator())
                    .collect(Collectors.joining("", USAGE, ""));
        }
        List<String> words = new ArrayList<>(List.of(command.qualifiedName()));
        visible(command.options()).stream()
                .filter(option -> option.required() && option.group() == null)
                .map(HelpLayout::label)
                .forEach(words::add);
        command.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .map(HelpLayout::label)
                .forEach(words::add);
        words.add("[OPTIONS]");
        if (isRoot(help) || !command.subcommands().isEmpty()) {
            words.add(command.userObject() instanceof Callable ? "[COMMAND]" : "COMMAND");
        }
        return wrapped(words, USAGE, " ".repeat(USAGE.length()), "", "");
    }

    private static String label(PositionalParamSpec parameter) {
        String repeated = parameter.arity().max() > 1 ? parameter.paramLabel() + "..." : parameter.paramLabel();
        return parameter.arity().min() == 0 ? "[" + repeated + "]" : repeated;
    }

    private static String label(OptionSpec option) {
        String name = WrongUsage.name(option);
        if (option.arity().max() == 0) {
            return name;
        }
        String value = "=" + option.paramLabel();
        return name + (option.arity().min() == 0 ? "[" + value + "]" : value);
    }

    private static List<OptionSpec> visible(List<OptionSpec> options) {
        return options.stream().filter(option -> !option.hidden()).toList();
    }

    private static String options(Help help) {
        CommandSpec command = help.commandSpec();
        List<OptionSpec> all = visible(command.options());
        StringBuilder text = new StringBuilder(own(help, all));
        text.append(help.optionListGroupSections());
        for (Common kind : Common.values()) {
            List<String> labels =
                    all.stream().filter(kind::has).map(HelpLayout::label).collect(Collectors.toList());
            if (!labels.isEmpty()) {
                String end = kind == Common.ALSO ? ". On these: " + ProgramName.in("fairstream help options") : "";
                labels.add(labels.remove(labels.size() - 1) + end);
                text.append(wrapped(labels, kind.heading() + ": ", DEEPER, ",", ""));
            }
        }
        return text.toString();
    }

    private static String own(Help help, List<OptionSpec> all) {
        CommandSpec command = help.commandSpec();
        List<ArgSpec> elsewhere = command.argGroups().stream()
                .filter(group -> group.heading() != null)
                .flatMap(HelpLayout::arguments)
                .toList();
        List<OptionSpec> own = all.stream()
                .filter(option -> Common.of(option).isEmpty() && !elsewhere.contains(option))
                .toList();
        Help.Layout layout = help.createDefaultLayout(own, command.positionalParameters(), help.colorScheme());
        return help.optionListExcludingGroups(own, layout, order(command), help.createDefaultParamLabelRenderer());
    }

    private static Stream<ArgSpec> arguments(ArgGroupSpec group) {
        return Stream.concat(group.args().stream(), group.subgroups().stream().flatMap(HelpLayout::arguments));
    }

    private static Comparator<OptionSpec> order(CommandSpec command) {
        return command.usageMessage().sortOptions()
                ? Help.createShortOptionNameComparator()
                : Comparator.comparingInt(OptionSpec::order);
    }

    private String commandsHeading(Help help) {
        return isRoot(help) || help.subcommands().isEmpty() ? "" : "Commands:" + System.lineSeparator();
    }

    private String commands(Help help) {
        if (!isRoot(help)) {
            return help.commandList();
        }
        StringBuilder text = new StringBuilder();
        String group = "";
        for (Listed command : commands) {
            if (!command.group().equals(group)) {
                group = command.group();
                text.append(String.format("%s:%n", group));
            }
            text.append(String.format("  %-15s%s%n", command.name(), command.summary()));
        }
        return text.append(System.lineSeparator()).toString();
    }

    private static boolean isRoot(Help help) {
        return help.commandSpec().parent() == null;
    }

    private static String exitCodes(Help help) {
        List<String> codes = help.commandSpec().usageMessage().exitCodeList().entrySet().stream()
                .map(code -> code.getKey().strip() + " " + code.getValue().strip())
                .toList();
        return wrapped(codes, "Exit codes: ", DEEPER, ",", "");
    }

    private static String examplesHeading(Help help) {
        int examples = help.commandSpec().usageMessage().footer().length;
        return examples == 0 ? "" : String.format(examples == 1 ? "Example:%n" : "Examples:%n");
    }

    private static String examples(Help help) {
        return Stream.of(help.commandSpec().usageMessage().footer())
                .map(line ->
                        wrapped(List.of(ProgramName.in(String.format(line)).split(" ")), INDENT, DEEPER, "", " \\"))
                .collect(Collectors.joining());
    }

    /**
     * Wraps words into lines that fit the screen.
     *
     * @param first prefix of the first line
     * @param next prefix of all other lines
     * @param separator suffix of each word except the last
     * @param broken suffix of each line except the last
     */
    private static String wrapped(List<String> words, String first, String next, String separator, String broken) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder(first);
        boolean isBegun = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i) + (i + 1 < words.size() ? separator : "");
            if (isBegun && line.length() + 1 + word.length() + broken.length() > WIDTH) {
                text.append(line).append(broken).append(System.lineSeparator());
                line = new StringBuilder(next);
                isBegun = false;
            }
            line.append(isBegun ? " " : "").append(word);
            isBegun = true;
        }
        return text.append(line).append(System.lineSeparator()).toString();
    }
}
