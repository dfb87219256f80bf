package io.fairstream.cli.shares;

import io.fairstream.cli.options.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for waiting for the topology. */
final class WaitOptions {
    @Option(names = "--no-wait", description = "Do not wait for the topology to apply the change.")
    private boolean isImpatient;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            converter = DurationConverter.class,
            description = "Time to wait (default: 30).")
    private Duration timeout = Duration.ofSeconds(30);

    /** Time to wait; zero to not wait at all. */
    Duration patience() {
        return isImpatient ? Duration.ZERO : timeout;
    }
}
