package io.fairstream.cli;

import io.fairstream.cli.terminal.ProgramName;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: prints the script with which a shell completes commands and options. */
@Command(
        name = "completion",
        description = {
            "Print the script with which bash and zsh complete commands, options and their values.",
            "Load it into the shell that runs, or in ~/.bashrc or ~/.zshrc into every shell."
        },
        footer = "source <(fairstream completion)")
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash(ProgramName.USUAL, spec.root().commandLine()));
        return CommandLine.ExitCode.OK;
    }
}
