package io.fairstream.cli.run;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.Interruption;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code console}: serves pages that show the output of commands as it changes. */
@Command(
        name = "console",
        sortOptions = false,
        footer = "fairstream console --bootstrap-server HOST:PORT",
        description = {
            "Serve the console of a running Fairstream, until Ctrl-C: priorities and their reasons, "
                    + "live, in a browser.",
            "It is read-only without --allow-edits. Pages: docs/console.md. HTTP API: docs/http.md."
        })
public final class ConsoleCommand implements Callable<Integer> {
    private static final int PORT = 8088;

    @Mixin
    private final ConsoleOptions options = new ConsoleOptions();

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        options.check(PORT);
        try (Cluster cluster = clusterOptions.openUnderTerms(settingsOptions)) {
            Settings settings = cluster.settingsWithRegistry();
            try (ServedConsole console = ServedConsole.start(
                    settings,
                    () -> clusterOptions.openToWait(settingsOptions).settings(),
                    options,
                    PORT,
                    AwayWatch.saying(settings, spec.commandLine().getErr()))) {
                console.awaitFirstPage();
                say("Console  " + console.url());
                say("Ctrl-C stops it.");
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                Thread.interrupted();
            }
        }
        return Interruption.exitCodeOfService();
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
