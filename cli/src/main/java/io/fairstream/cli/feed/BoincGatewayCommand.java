package io.fairstream.cli.feed;

import io.fairstream.app.config.Settings;
import io.fairstream.boinc.Endpoint;
import io.fairstream.boinc.Gateway;
import io.fairstream.boinc.GatewaySettings;
import io.fairstream.boinc.KafkaBackend;
import io.fairstream.boinc.Logins;
import io.fairstream.boinc.ProjectAccounts;
import io.fairstream.boinc.UrlSigner;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.ServerTls;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code boinc-gateway}: account manager for BOINC clients. */
@Command(
        name = "boinc-gateway",
        description = {
            "Account manager for volunteers' BOINC clients, until stopped: sends their reports to "
                    + "host-reports and attaches them to the projects of assignments.",
            "Clients send data equivalent to their password: use HTTPS (settings tls.certificate and "
                    + "tls.key), or a proxy with HTTPS in front.",
            "Clients keep their own state, so a gateway can be restarted, and several with the same key "
                    + "and users can share an address."
        },
        footer = {
            "fairstream boinc-gateway --users FILE --key gateway.pem --bootstrap-server HOST:PORT",
            "boinccmd --acct_mgr attach URL NAME PASSWORD"
        })
public final class BoincGatewayCommand implements Callable<Integer> {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "Users who may attach: lines 'NAME PASSWORD-HASH [USER]', USER if it differs from NAME. "
                    + "Default: the lines of the environment variable BOINC_GATEWAY_USERS.")
    private @Nullable Path users;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description = "Accounts at projects: lines 'PROJECT USER AUTHENTICATOR', * for all other users; the "
                    + "authenticator is an account key of the project, or a weak one. Default: "
                    + "BOINC_GATEWAY_ACCOUNTS.")
    private @Nullable Path accounts;

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "Private key that signs the URLs of projects: PEM (PKCS #8), RSA of 1024 bits, because "
                    + "clients accept no other. A missing file is created. Clients keep the first key they receive.")
    private Path key = Path.of("");

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Default: ${DEFAULT-VALUE}; 0 for a free port, which is printed.")
    private int port = 8090;

    @Option(names = "--name", paramLabel = "NAME", description = "Name that volunteers see. Default: ${DEFAULT-VALUE}.")
    private String name = "Fairstream";

    @Option(
            names = "--repeat",
            paramLabel = "DURATION",
            description = "Time until a client's next request. Default: ${DEFAULT-VALUE}.")
    private Duration repeat = Duration.ofHours(12);

    @Option(
            names = "--short-repeat",
            paramLabel = "DURATION",
            description = "Time until the next request of a client that has no assignment yet, or does not report its "
                    + "counters yet. Default: ${DEFAULT-VALUE}.")
    private Duration shortRepeat = Duration.ofMinutes(1);

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description = "Maximum time that a reply waits for the assignment computed from its report; then it "
                    + "contains the previous one, and does so at once while 16 replies wait. Default: "
                    + "${DEFAULT-VALUE}.")
    private Duration wait = Duration.ofSeconds(2);

    @Option(
            names = "--connections-per-address",
            paramLabel = "NUMBER",
            description = "Maximum of connections from one address, such as a proxy's; 4096 from all together. "
                    + "Default: ${DEFAULT-VALUE}.")
    private int connectionsPerAddress = HttpLimits.DEFAULT.connectionsOfAddress();

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        GatewaySettings own = own();
        HttpLimits limits = limits();
        Logins logins = logins(users, environment("BOINC_GATEWAY_USERS"));
        ProjectAccounts projectAccounts = accounts(accounts, environment("BOINC_GATEWAY_ACCOUNTS"));
        if (logins.size() == 0) {
            throw new Failure("users: none (expected: --users FILE or BOINC_GATEWAY_USERS with at least one line)");
        }
        UrlSigner signer = signer(key);
        try (Cluster cluster = clusterOptions.open(settingsOptions)) {
            Settings settings = cluster.settingsWithRegistry();
            try (AwayWatch watch = new AwayWatch(settings, spec.commandLine().getErr());
                    KafkaBackend backend = backend(settings)) {
                watch.start();
                Gateway gateway =
                        new Gateway(own, logins, projectAccounts, signer, backend, Clock.systemUTC(), this::tell);
                serve(gateway, backend, limits, settings.certificate());
                tell(gateway.requestCounts().toString());
            }
        }
        return Interruption.exitCodeOfService();
    }

    private static String environment(String variable) {
        return Objects.requireNonNullElse(System.getenv(variable), "");
    }

    private GatewaySettings own() {
        if (port < 0 || port > 65_535) {
            throw usage("--port: " + port + " (expected: 0 to 65535)");
        }
        if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
            throw usage("--wait: " + wait + " (expected: PT0S to " + LONGEST_WAIT + ")");
        }
        try {
            return new GatewaySettings(name, repeat, shortRepeat);
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private HttpLimits limits() {
        try {
            return HttpLimits.DEFAULT.ofAddress(connectionsPerAddress);
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private KafkaBackend backend(Settings settings) {
        String prefix = settings.topicPrefix();
        try (Offsets offsets = new Offsets(settings)) {
            offsets.partitions(Stream.of(Topics.HOST_REPORTS, Topics.PROJECTS, Topics.ASSIGNMENTS)
                    .map(topic -> topic.in(prefix))
                    .toList());
        }
        ValueFormat format = new ValueFormat(settings);
        KafkaBackend.Access access = new KafkaBackend.Access(
                settings.producer(),
                settings.consumer(),
                prefix,
                format.writes(Topics.HOST_REPORTS),
                format.reads(Topics.PROJECTS),
                format.reads(Topics.ASSIGNMENTS));
        return new KafkaBackend(access, wait, this::tell);
    }

    /** Serves until the command is stopped, which counts as success. */
    private void serve(Gateway gateway, KafkaBackend backend, HttpLimits limits, Optional<PemFiles> certificate) {
        try {
            backend.catchUp();
            try (Endpoint endpoint = open(gateway, limits, certificate.map(BoincGatewayCommand::tls))) {
                InetSocketAddress address = endpoint.address();
                tell((certificate.isPresent() ? "https://" : "http://") + address.getHostString() + ":"
                        + address.getPort() + "/: account manager " + name + "; Ctrl-C stops it.");
                while (!Interruption.isWanted()) {
                    backend.follow();
                }
            }
        } catch (InterruptException stopped) {
            Thread.interrupted();
        }
    }

    private static SSLContext tls(PemFiles certificate) {
        try {
            return ServerTls.of(certificate);
        } catch (IOException | GeneralSecurityException e) {
            throw new Failure("tls.certificate: " + e.getMessage(), e);
        }
    }

    private Endpoint open(Gateway gateway, HttpLimits limits, Optional<SSLContext> tls) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        try {
            return Endpoint.start(gateway, address, tls, limits, this::tell);
        } catch (IOException | RuntimeException e) {
            throw new Failure(host + ":" + port + ": " + e.getMessage() + " (expected: a free address)", e);
        }
    }

    private ParameterException usage(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    private synchronized void tell(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
    }

    /** Logins from a file, or from a text if no file is given. */
    private static Logins logins(@Nullable Path file, String text) {
        return read(file, "BOINC_GATEWAY_USERS", text, Logins::of);
    }

    /** Accounts from a file, or from a text if no file is given. */
    private static ProjectAccounts accounts(@Nullable Path file, String text) {
        return read(file, "BOINC_GATEWAY_ACCOUNTS", text, ProjectAccounts::of);
    }

    /** Reads a file or a text. Error messages name the file and the line, but never contain the secret content. */
    private static <T> T read(@Nullable Path file, String variable, String text, Function<List<String>, T> parse) {
        try {
            return parse.apply(file == null ? text.lines().toList() : Files.readAllLines(file));
        } catch (IllegalArgumentException e) {
            throw new Failure((file == null ? variable : file) + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Signer with the key of the file. If the file is missing, creates it with a new key that only its owner can read. */
    private static UrlSigner signer(Path file) {
        try {
            if (Files.notExists(file)) {
                create(file);
            }
            return UrlSigner.of(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new Failure(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static void create(Path file) throws IOException {
        var ownersOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.createFile(file, ownersOnly);
        } catch (FileAlreadyExistsException e) {
            return;
        }
        Files.writeString(file, UrlSigner.newKey());
    }

    private static Failure unreadable(@Nullable Path file, IOException e) {
        String problem = e instanceof NoSuchFileException ? "no such file" : "cannot be read: " + e.getMessage();
        return new Failure(file + ": " + problem, e);
    }
}
