package io.fairstream.cli.options;

import io.fairstream.steering.schedulers.Tool;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for calling a scheduler's own tools. */
public final class ToolOptions {
    @Option(
            names = "--command",
            paramLabel = "PREFIX",
            description = "Prefix of the scheduler's tools, such as 'ssh head'; words are split at spaces.")
    private String command = "";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "Maximum time of a tool. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofMinutes(1);

    /** The tool as configured by these options. */
    public Tool tool() {
        List<String> prefix =
                command.isBlank() ? List.of() : List.of(command.trim().split("\\s+", -1));
        return new Tool(prefix, timeout);
    }
}
