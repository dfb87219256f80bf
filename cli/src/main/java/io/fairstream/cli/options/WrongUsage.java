package io.fairstream.cli.options;

import io.fairstream.app.config.SettingsException;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.schemas.PlainJson.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages for wrong usage: options as typed, values and expectations, instead of picocli's positions and Java types. */
public final class WrongUsage {
    private static final Pattern INVALID =
            Pattern.compile("(?s)Invalid value for (?:option|positional parameter) .*?: (.*)");
    private static final Pattern CONVERTED = Pattern.compile("(?s)'(.*)' is not an? (\\w+).*");
    private static final Pattern ONE_OF = Pattern.compile("(?s)expected one of \\[(.*)].* but was '(.*)'");
    private static final Pattern LISTED = Pattern.compile("(?s)\"(.*)\" \\(expected: one of ([^()]*)\\)");
    private static final Pattern EXCLUSIVE = Pattern.compile("Error: (.*) are mutually exclusive.*");
    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");
    private static final Pattern BOOLEAN = Pattern.compile("(?s).*should be specified without '(.*)' parameter");

    private WrongUsage() {}

    /** Returns a message of one line; messages of our own commands stay unchanged. */
    public static String line(ParameterException failure) {
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched.getUnmatched().get(0), command);
        }
        if (failure instanceof MissingParameterException missing) {
            return missing(missing.getMissing(), message);
        }
        if (failure instanceof MutuallyExclusiveArgsException) {
            return EXCLUSIVE.matcher(message).replaceFirst("$1: given together (expected: one of them)");
        }
        ArgSpec argument = failure.getArgSpec();
        if (failure instanceof OverwrittenOptionException twice) {
            return name(twice.getOverwritten()) + ": given twice (expected: once)";
        }
        if (argument != null) {
            return name(argument) + ": " + value(argument, String.valueOf(failure.getValue()), message);
        }
        if (message.equals("Missing required subcommand")) {
            return called(command) + ": a command is missing (expected: one of "
                    + String.join(", ", command.subcommands().keySet()) + ")";
        }
        return message;
    }

    /** Returns all problems of settings. A setting that came from an option of the command is named as the user typed it. */
    public static List<String> lines(SettingsException failure, CommandSpec command) {
        return failure.problems().stream()
                .map(problem -> settings(command)
                        .findFirst()
                        .map(options -> options.asTyped(problem))
                        .orElse(problem)
                        .toString())
                .toList();
    }

    /** Message for a word that is not a subcommand of {@code above}. */
    public static String noSuchCommand(String word, CommandSpec above) {
        return word + ": no such command" + hint(word, above.subcommands().keySet());
    }

    private static Stream<SettingsOptions> settings(CommandSpec command) {
        return command.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(SettingsOptions.class::isInstance)
                .map(SettingsOptions.class::cast);
    }

    private static String unmatched(String word, CommandSpec command) {
        if (word.startsWith("-") && word.length() > 1) {
            return unknownOption(word.replaceFirst("(?s)=.*", ""), command);
        }
        boolean isCommandMeant = !command.subcommands().isEmpty() && !(command.userObject() instanceof Callable);
        if (isCommandMeant || !near(word, command.subcommands().keySet()).isEmpty()) {
            return noSuchCommand(word, command);
        }
        String expected = command.positionalParameters().stream()
                .map(PositionalParamSpec::paramLabel)
                .collect(Collectors.joining(" "));
        return word + ": one word too many (expected: " + (expected.isEmpty() ? "options only" : expected) + ")";
    }

    private static String unknownOption(String option, CommandSpec command) {
        String problem = option + ": no such option of " + called(command);
        List<String> owners = command.subcommands().entrySet().stream()
                .filter(below -> below.getValue().getCommandSpec().findOption(option) != null)
                .map(below -> called(command) + " " + below.getKey() + " " + option)
                .toList();
        if (!owners.isEmpty()) {
            return problem + " itself (expected: " + owners.get(0) + (owners.size() > 1 ? ", or another" : "") + ")";
        }
        List<String> known = command.options().stream()
                .filter(it -> !it.hidden() || it.longestName().startsWith("--"))
                .flatMap(it -> Stream.of(it.names()))
                .toList();
        List<String> near = near(option, known);
        return near.isEmpty() ? problem : problem + " (did you mean " + String.join(" or ", near) + "?)";
    }

    /** Returns the most similar known words; empty if none is similar. */
    private static List<String> near(String word, Collection<String> known) {
        List<String> near = known.stream()
                .filter(name -> Spelling.hint(word, List.of(name)).startsWith("did you mean"))
                .toList();
        int least = near.stream()
                .mapToInt(name -> Spelling.distance(word, name))
                .min()
                .orElse(0);
        return near.stream()
                .filter(name -> Spelling.distance(word, name) == least)
                .toList();
    }

    private static String hint(String word, Collection<String> known) {
        return " (" + Spelling.hint(word, known) + ")";
    }

    private static String missing(List<ArgSpec> missing, String message) {
        boolean isValue = Pattern.compile("parameter for option|but found|requires at least")
                .matcher(message)
                .find();
        if (isValue) {
            ArgSpec option = missing.get(0);
            return name(option) + ": a value is missing (expected: " + name(option) + "=" + option.paramLabel() + ")";
        }
        List<String> names =
                QUOTED.matcher(message).results().map(it -> it.group(1)).toList();
        return String.join(", ", names) + (names.size() == 1 ? " is missing" : " are missing");
    }

    /** Name of an option or parameter in help and messages. */
    public static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? Stream.of(option.names())
                        .filter(spelling -> spelling.startsWith("--"))
                        .findFirst()
                        .orElseGet(option::longestName)
                : argument.paramLabel();
    }

    /** Message with the value and the expectation. */
    private static String value(ArgSpec argument, String given, String message) {
        Matcher invalid = INVALID.matcher(message);
        String text = invalid.matches() ? invalid.group(1) : message;
        Matcher converted = CONVERTED.matcher(text);
        if (converted.matches()) {
            return "\"" + converted.group(1) + "\" (expected: " + expected(converted.group(2)) + ")";
        }
        Matcher oneOf = ONE_OF.matcher(text);
        if (oneOf.matches()) {
            return near("\"" + oneOf.group(2) + "\" (expected: one of "
                    + oneOf.group(1).toLowerCase(Locale.ROOT) + ")");
        }
        Matcher isBoolean = BOOLEAN.matcher(text);
        if (isBoolean.matches()) {
            return "\"" + isBoolean.group(1) + "\" (expected: no value)";
        }
        return invalid.matches() ? near(text) : "\"" + given + "\" (expected: " + argument.paramLabel() + ")";
    }

    /** Replaces a long list of expected values by the most similar ones, if there are any. */
    private static String near(String text) {
        Matcher listed = LISTED.matcher(text);
        if (!listed.matches()) {
            return text;
        }
        List<String> near = near(listed.group(1), List.of(listed.group(2).split(",\\s*")));
        return near.isEmpty() ? text : "\"" + listed.group(1) + "\" (did you mean " + String.join(" or ", near) + "?)";
    }

    private static String expected(String type) {
        return switch (type) {
            case "byte", "short", "int", "long" -> "a whole number";
            case "float", "double" -> "a number";
            case "boolean" -> "true or false";
            default -> type;
        };
    }

    /** Name of the command as the user types it, without the program's name. */
    private static String called(CommandSpec command) {
        String name = command.qualifiedName();
        String above = ProgramName.get() + " ";
        return name.startsWith(above) ? name.substring(above.length()) : name;
    }
}
