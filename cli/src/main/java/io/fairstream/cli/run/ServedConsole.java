package io.fairstream.cli.run;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.console.Console;
import io.fairstream.console.ConsoleSettings;
import io.fairstream.console.Owners;
import io.fairstream.http.ServerTls;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.query.records.ClusterWatch;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.LiveTables;
import io.fairstream.query.records.UnavailableException;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A console that runs in this process; all commands start it here. */
public final class ServedConsole implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LiveTables tables;
    private final ClusterWatch watch;
    private final Console console;

    private ServedConsole(LiveTables tables, ClusterWatch watch, Console console) {
        this.tables = tables;
        this.watch = watch;
        this.console = console;
    }

    /**
     * Starts the console.
     *
     * @param settings of a reachable cluster
     * @param anew reads the settings again, with those that the topology has published since
     * @param port used if the options name none
     * @param listener is notified when Kafka becomes unreachable
     * @throws Failure if the address is in use
     */
    public static ServedConsole start(
            Settings settings,
            Supplier<Settings> anew,
            ConsoleOptions options,
            int port,
            ClusterWatch.Listener listener) {
        InetSocketAddress address = options.address(port);
        ConsoleSettings served = new ConsoleSettings(
                address,
                settings.certificate().map(ServedConsole::tls),
                options.limits(address),
                options.access(address),
                new Owners(
                        Groups.of(settings.get(Keys.GROUPS)),
                        settings.get(Keys.LOCAL_DOMAIN).orElse("")),
                options.isEditable(),
                version(),
                settings.bootstrapServers().orElse(""));
        ClusterWatch watch = new ClusterWatch(settings, listener);
        LiveTables tables = new LiveTables(settings, PATIENCE, watch::isAway);
        Supplier<Settings> terms = new RenewedSettings(settings, anew, () -> {
            tables.rows(Topics.SETTINGS);
            return tables.version(Topics.SETTINGS);
        });
        try {
            Console console = Console.start(served, new ServedCommands(terms), terms, tables, watch::isAway);
            return new ServedConsole(tables, watch, console);
        } catch (IOException e) {
            tables.close();
            watch.close();
            throw new Failure(
                    address.getHostString() + ":" + address.getPort() + " (expected: --listen with a free address): "
                            + e.getMessage(),
                    e);
        }
    }

    private static String version() {
        String version = ServedConsole.class.getPackage().getImplementationVersion();
        return version == null ? "not packaged" : version;
    }

    private static SSLContext tls(PemFiles certificate) {
        try {
            return ServerTls.of(certificate);
        } catch (IOException | GeneralSecurityException e) {
            throw new Failure("tls.certificate: " + e.getMessage(), e);
        }
    }

    /**
     * Waits until the data of the first page is loaded, or Kafka does not answer: then the page says so until it does.
     *
     * @throws Failure if topics are missing
     */
    void awaitFirstPage() {
        try {
            Stream.of(Topics.PRIORITIES, Topics.INPUT_COUNTS, Topics.OPEN_MATCHES)
                    .forEach(tables::rows);
        } catch (UnavailableException e) {
            return; // the first viewer waits instead
        }
        console.prepare("userprio");
        console.prepare("userprio?all-users");
    }

    /** URL of the console. */
    public String url() {
        return console.url();
    }

    /** Number of streams to browsers. */
    public int viewers() {
        return console.viewers();
    }

    @Override
    public void close() {
        console.close();
        watch.close();
        tables.close();
    }
}
