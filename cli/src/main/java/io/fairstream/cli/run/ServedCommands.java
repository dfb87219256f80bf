package io.fairstream.cli.run;

import io.fairstream.app.config.Settings;
import io.fairstream.app.config.SettingsException;
import io.fairstream.cli.ahead.NegotiateCommand;
import io.fairstream.cli.ahead.WhatIfCommand;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.options.Shows;
import io.fairstream.cli.options.WatchOption;
import io.fairstream.cli.options.WrongUsage;
import io.fairstream.cli.report.ExplainCommand;
import io.fairstream.cli.report.FindCommand;
import io.fairstream.cli.report.JobsCommand;
import io.fairstream.cli.report.PriorityCommand;
import io.fairstream.cli.report.ReportCommand;
import io.fairstream.cli.report.TableCommand;
import io.fairstream.cli.shares.SharesCommand;
import io.fairstream.cli.shares.UserprioCommand;
import io.fairstream.console.Commands;
import io.fairstream.console.Question;
import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.History;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Member;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Commands of the command line, served by the console with the same options, rules and rows. Options for files, the cluster and the
 * output format are not served.
 */
final class ServedCommands implements Commands {
    private static final Map<String, Class<?>> READING = new TreeMap<>(Map.ofEntries(
            Map.entry("audit", AuditCommand.class),
            Map.entry("explain", ExplainCommand.class),
            Map.entry("find", FindCommand.class),
            Map.entry("jobs", JobsCommand.class),
            Map.entry("negotiate", NegotiateCommand.class),
            Map.entry("priority", PriorityCommand.class),
            Map.entry("report", ReportCommand.class),
            Map.entry("shares", SharesCommand.class),
            Map.entry("status", StatusCommand.class),
            Map.entry("table", TableCommand.class),
            Map.entry("userprio", UserprioCommand.class),
            Map.entry("what-if", WhatIfCommand.class)));

    private static final Map<String, Class<?>> EDITING =
            Map.of("shares", SharesCommand.class, "userprio", UserprioCommand.class);

    /** Edits of {@code shares}; its other subcommands read files. */
    private static final Set<String> SHARE_EDITS = Set.of("set", "add", "remove", "disable", "enable");

    /** Options for the cluster, the output format and repetition, which a browser may not set. */
    private static final Set<Class<?>> NOT_SERVED =
            Set.of(ClusterOptions.class, SettingsOptions.class, OutputOptions.class, WatchOption.class);

    private static final Duration LONG_AGO = Duration.ofHours(1);

    private final Supplier<Settings> settings;

    /** @param settings used for edits */
    ServedCommands(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public List<String> names() {
        return List.copyOf(READING.keySet());
    }

    @Override
    public Document show(Question question, TopicReader reader) throws IOException, InterruptedException {
        try {
            return asked(question).document(reader);
        } catch (ParameterException e) {
            throw new WrongOptionException(WrongUsage.line(e));
        } catch (SettingsException e) {
            throw new WrongOptionException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public ReportTime system(Question question, TopicReader reader) {
        return asked(question).system(reader);
    }

    private static Shows asked(Question question) {
        CommandLine command = command(READING, question.command(), new StringWriter());
        ParseResult parsed = command.parseArgs(arguments(command, question));
        if (last(parsed).commandSpec().userObject() instanceof Shows shows) {
            return shows;
        }
        throw new WrongOptionException(
                String.join(" ", question.words()) + ": (expected: a command that shows something)");
    }

    /** @param err receives what the command prints beside its output */
    private static CommandLine command(Map<String, Class<?>> among, String name, StringWriter err) {
        Class<?> type = among.get(name);
        if (type == null) {
            throw new UnknownCommandException(
                    "\"" + name + "\": no such command here (expected: " + String.join(", ", among.keySet()) + ")");
        }
        return new CommandLine(type)
                .registerConverter(Duration.class, DurationConverter::read)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err));
    }

    private static ParseResult last(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last;
    }

    /** Arguments in the order that picocli needs: subcommands, options, then other words, which may begin with a dash. */
    private static String[] arguments(CommandLine command, Question question) {
        List<String> arguments = new ArrayList<>();
        Deque<String> words =
                new ArrayDeque<>(question.words().subList(1, question.words().size()));
        CommandSpec spec = command.getCommandSpec();
        while (!words.isEmpty() && spec.subcommands().containsKey(words.peek())) {
            spec = spec.subcommands().get(words.peek()).getCommandSpec();
            arguments.add(words.pop());
        }
        for (Question.Option option : question.options()) {
            add(option, spec, question.command(), arguments);
        }
        if (spec.findOption("--json") != null) {
            arguments.add("--json");
        }
        if (!words.isEmpty()) {
            arguments.add("--");
            arguments.addAll(words);
        }
        return arguments.toArray(String[]::new);
    }

    private static void add(Question.Option option, CommandSpec spec, String command, List<String> to) {
        String name = "--" + option.name();
        OptionSpec known = spec.findOption(name);
        if (known == null || !isServed(known, command)) {
            throw new WrongOptionException(name + ": no option of " + spec.qualifiedName(" ") + " here");
        }
        if (known.arity().max() > 0) {
            to.add(name + "=" + option.value());
        } else if (option.value().isEmpty() || option.value().equals("true")) {
            to.add(name);
        } else if (!option.value().equals("false")) {
            throw new WrongOptionException(name + ": \"" + option.value() + "\" (expected: nothing, true or false)");
        }
    }

    private static boolean isServed(OptionSpec option, String command) {
        if (option.usageHelp() || option.versionHelp()) {
            return false;
        }
        boolean isOfWhatIf = command.equals("what-if") && option.longestName().equals("--set");
        boolean isOfZone = option.longestName().equals("--zone");
        if (isOfWhatIf || isOfZone) {
            return true;
        }
        return !(option.userObject() instanceof Member member)
                || NOT_SERVED.stream()
                        .noneMatch(type -> member.getDeclaringClass().equals(type)
                                || type.equals(member.getDeclaringClass().getEnclosingClass()));
    }

    @Override
    public Made edit(List<String> edit, String by, String reason) {
        StringWriter err = new StringWriter();
        CommandLine command = command(EDITING, edit.isEmpty() ? "" : edit.get(0), err);
        refuseUnlessEdit(edit);
        List<String> arguments = new ArrayList<>(edit.subList(1, edit.size()));
        CommandSpec spec = command.getCommandSpec();
        if (spec.subcommands().containsKey(arguments.get(0))) {
            spec = spec.subcommands().get(arguments.get(0)).getCommandSpec();
        }
        Settings under = settings.get();
        add("--by", by, spec, arguments);
        add("--reason", reason, spec, arguments);
        try (TopicReader reader = new TopicReader(under)) {
            if (spec.findOption("--at") != null && arguments.stream().noneMatch(word -> word.startsWith("--at"))) {
                pastPresent(reader).ifPresent(at -> arguments.add("--at=" + free(at, edit, reader)));
            }
            arguments.add("--json");
            StringWriter out = new StringWriter();
            command.setOut(new PrintWriter(out));
            Undo undo = Undo.of(edit, reader);
            run(command, arguments, under);
            List<String> warnings =
                    err.toString().lines().filter(line -> !line.isBlank()).toList();
            return new Made(out.toString().lines().toList(), undo.after(reader), warnings);
        }
    }

    /** Rejects commands that are no edits, and options that remote users may not set, such as files and clusters. */
    private static void refuseUnlessEdit(List<String> edit) {
        boolean isOfShares = edit.get(0).equals("shares");
        String first = edit.size() > 1 ? edit.get(1) : "";
        boolean isEdit = isOfShares
                ? SHARE_EDITS.contains(first)
                : first.matches("--(set|cancel|reset|delete)[a-z-]*") && !first.equals("--reset-all");
        if (!isEdit) {
            throw new WrongOptionException("\"" + first + "\": no edit that is made here");
        }
        for (String word : edit.subList(2, edit.size())) {
            boolean isOption = word.startsWith("-") && !word.matches("-[0-9.].*");
            if (isOption && !word.matches("--(until|duration|new|force|recursive|shares|kind|at)(=.*)?")) {
                throw new WrongOptionException("\"" + word + "\": no option that is taken here");
            }
        }
    }

    private static void add(String option, String value, CommandSpec spec, List<String> to) {
        if (value.isEmpty()) {
            return;
        }
        if (spec.findOption(option) != null) {
            to.add(option + "=" + value);
        } else if (option.equals("--reason")) {
            throw new WrongOptionException("reason: " + spec.qualifiedName(" ") + " keeps no reason (expected: none)");
        }
    }

    /**
     * Present time of a pool whose events all lie in the past; empty for other pools. An edit must act at that time, because the real
     * time is long after the last event.
     */
    private static Optional<Instant> pastPresent(TopicReader reader) {
        Clock clock = Clock.systemUTC();
        return Optional.of(ReportTime.POOLS.of(reader, clock))
                .filter(it -> it.isBefore(clock.instant().minus(LONG_AGO)));
    }

    /**
     * First millisecond from this time on at which the customer has no edit. Edits of one customer at one instant are ordered by author,
     * so the newest would not always act last.
     */
    private static Instant free(Instant from, List<String> edit, TopicReader reader) {
        if (edit.size() <= 2) {
            return from;
        }
        Set<Long> taken = History.of(edit.get(2), reader).entries().stream()
                .map(it -> it.edit().getAt().toEpochMilli())
                .collect(Collectors.toSet());
        long at = from.toEpochMilli();
        while (taken.contains(at)) {
            at++;
        }
        return Instant.ofEpochMilli(at);
    }

    private static void run(CommandLine command, List<String> arguments, Settings settings) {
        try {
            ParseResult parsed = last(command.parseArgs(arguments.toArray(String[]::new)));
            Object called = parsed.commandSpec().userObject();
            if (called instanceof ClusterCommand onCluster) {
                onCluster.workOn(new Cluster(settings, () -> {}));
                ((Callable<?>) called).call();
            }
        } catch (ParameterException e) {
            throw new WrongOptionException(WrongUsage.line(e));
        } catch (SettingsException e) {
            throw new WrongOptionException(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("the console is being stopped", e);
        } catch (Exception e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }
}
