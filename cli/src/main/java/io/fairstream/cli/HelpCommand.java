package io.fairstream.cli;

import io.fairstream.cli.options.ShowCommand;
import io.fairstream.cli.options.WrongUsage;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help}: shows the help of a command, or of the options that commands share. */
@Command(
        name = "help",
        description = "Help on a command, or on the options that commands share: help options.",
        footer = {"fairstream help shares load", "fairstream help options"})
final class HelpCommand implements Callable<Integer> {
    private static final String OPTIONS = "options";

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command, and that below it; or options.")
    private List<String> names = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Carries the options that are common to all commands. */
    @Command(name = OPTIONS)
    private static final class Options extends ShowCommand {
        @Override
        protected Document show(TopicReader reader) {
            return new Document();
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (names.equals(List.of(OPTIONS))) {
            printOptions(out);
            return CommandLine.ExitCode.OK;
        }
        CommandLine command = spec.root().commandLine();
        for (String name : names) {
            CommandLine below = command.getSubcommands().get(name);
            if (below == null) {
                throw new ParameterException(command, WrongUsage.noSuchCommand(name, command.getCommandSpec()));
            }
            command = below;
        }
        command.usage(out);
        return CommandLine.ExitCode.OK;
    }

    private void printOptions(PrintWriter out) {
        CommandSpec options = CommandSpec.forAnnotatedObject(new Options());
        spec.root().options().forEach(options::addOption);
        Help help = new HelpLayout.WholeWords(options, spec.commandLine().getColorScheme());
        for (Common kind : Common.values()) {
            List<OptionSpec> some = options.options().stream().filter(kind::has).toList();
            Help.Layout layout = help.createDefaultLayout(options.options(), List.of(), help.colorScheme());
            out.printf("%s:%n", kind.heading());
            out.print(HelpLayout.WholeWords.printed(
                    help.optionListExcludingGroups(some, layout, null, help.createDefaultParamLabelRenderer())));
        }
    }
}
