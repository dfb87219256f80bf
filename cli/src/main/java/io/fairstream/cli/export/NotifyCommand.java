package io.fairstream.cli.export;

import io.fairstream.app.OperationEndpoint.MetricsEndpoint;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.publish.notices.Channel;
import io.fairstream.publish.notices.NoticeMetrics;
import io.fairstream.publish.notices.Notifier;
import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.publish.notices.Recipients;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code notify}: delivers the notices of allocations by mail, webhook and command. */
@Command(
        name = "notify",
        sortOptions = false,
        footer = "fairstream notify --directory DIR --smtp localhost:25 --smtp-security none "
                + "--from fairstream@example.org --bootstrap-server HOST:PORT",
        description = {
            "Tell people when a part of an allocation is spent, or is not after all, by mail, webhook or command,"
                    + " until stopped. Each gets each notice once, with the same id if it is repeated after a kill."
        })
public final class NotifyCommand extends ClusterCommand {
    /** Time to finish attempts after a signal. A delivery whose note is cut would be repeated at the next start. */
    private static final Duration FINISHING = Duration.ofSeconds(20);

    @Option(
            names = "--directory",
            required = true,
            paramLabel = "DIR",
            description = "Directory of waiting notices and of the position in the topic.")
    private @Nullable Path directory;

    @Mixin
    private final NotifyOptions options = new NotifyOptions();

    @Option(names = "--moved", description = "Also notices that a threshold was reached at another time.")
    private boolean moved;

    @Option(
            names = "--digest",
            description = "One mail a recipient and day (UTC, this machine's clock), after its end.")
    private boolean digest;

    @Option(names = "--once", description = "Deliver what is there, and stop; 1 if anything waits.")
    private boolean once;

    @Option(
            names = "--from-beginning",
            description = "At the first start: all notices in the topic, not only new ones.")
    private boolean fromBeginning;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Port of /metrics for Prometheus, on loopback.")
    private @Nullable Integer metricsPort;

    @Override
    public Integer call() throws Exception {
        if (!once) {
            outlive();
        }
        Clock clock = Clock.systemUTC();
        Map<Kind, Channel> channels = options.channels(clock, spec().commandLine());
        Recipients recipients = options.recipients(moved, digest);
        NoticeMetrics metrics = new NoticeMetrics();
        try (Cluster cluster = open()) {
            Settings settings = cluster.settingsWithRegistry();
            String topic = Topics.NOTICES.in(settings.topicPrefix());
            try (Offsets offsets = new Offsets(settings)) {
                offsets.partitions(List.of(topic));
            }
            Notifier.Source source = new Notifier.Source(
                    settings.consumer(), topic, new ValueFormat(settings).reads(Topics.NOTICES), fromBeginning);
            try (Notifier notifier = Refusals.mended(() -> Notifier.open(
                            Objects.requireNonNull(directory),
                            source,
                            recipients,
                            channels,
                            clock,
                            this::say,
                            metrics));
                    AwayWatch watch = new AwayWatch(settings, err());
                    Served served = serve(metrics)) {
                if (!once) {
                    watch.start();
                    say(topic + " to " + options + served.where() + "; Ctrl-C stops it.");
                    Interruption.announce("finishing the delivery", err());
                }
                return deliver(notifier, metrics);
            }
        }
    }

    private int deliver(Notifier notifier, NoticeMetrics metrics) throws IOException {
        boolean isOver = false;
        try {
            while (!isOver && !Interruption.isWanted()) {
                boolean isBusy = Refusals.mended(() -> turn(notifier));
                isOver = once && !isBusy && notifier.isAtEnd();
            }
        } catch (InterruptException stopped) {
            Thread.interrupted();
        }
        say(String.format(
                Locale.ROOT,
                "%,d delivered, %,d refused, %,d waiting",
                metrics.delivered(),
                metrics.refused(),
                metrics.waiting()));
        if (!once) {
            return Interruption.exitCodeOfService();
        }
        return isOver ? (notifier.undelivered() == 0 ? 0 : 1) : Interruption.exitCode();
    }

    private static boolean turn(Notifier notifier) throws IOException {
        return Interruption.finish(FINISHING, () -> {
            try {
                return notifier.turn();
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        });
    }

    private record Served(@Nullable MetricsEndpoint endpoint) implements AutoCloseable {
        String where() {
            return endpoint == null ? "" : ", metrics at " + endpoint.url();
        }

        @Override
        public void close() {
            if (endpoint != null) {
                endpoint.close();
            }
        }
    }

    private Served serve(NoticeMetrics metrics) {
        try {
            return new Served(metricsPort == null ? null : MetricsEndpoint.start(metrics::scrape, metricsPort));
        } catch (IOException e) {
            throw new Failure("--metrics-port: " + metricsPort + " (expected: a free port: " + e.getMessage() + ")", e);
        }
    }

    private void say(String line) {
        synchronized (err()) {
            err().println(line);
            err().flush();
        }
    }
}
