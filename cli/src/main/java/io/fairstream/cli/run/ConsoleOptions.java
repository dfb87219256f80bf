package io.fairstream.cli.run;

import io.fairstream.console.Access;
import io.fairstream.console.ConsoleSettings;
import io.fairstream.console.LoopbackAccess;
import io.fairstream.console.ProxyAccess;
import io.fairstream.console.TokenAccess;
import io.fairstream.http.HttpLimits;
import io.fairstream.query.records.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the address and the access control of the console. */
public final class ConsoleOptions {
    private static final String LOOPBACK = "127.0.0.1";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Address to listen on; any but the loopback addresses needs --tokens or --user-header.")
    private @Nullable String listen;

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description = "Users: lines 'TOKEN NAME user|administrator'. A user sees only rows of that name.")
    private @Nullable Path tokens;

    @Option(
            names = "--user-header",
            paramLabel = "NAME",
            description = "Header in which a trusted proxy sends the user's name, such as X-Remote-User.")
    private @Nullable String userHeader;

    @Option(
            names = "--administrators",
            paramLabel = "NAME",
            split = ",",
            description = "With --user-header: names of administrators, who see everything.")
    private Set<String> administrators = Set.of();

    @Option(names = "--allow-edits", description = "Let administrators edit accounts and shares on the console.")
    private boolean isEditable;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Options for the demo: only this machine has access, and everybody may edit, since nothing is kept. */
    public static ConsoleOptions ofDemo() {
        ConsoleOptions options = new ConsoleOptions();
        options.isEditable = true;
        return options;
    }

    boolean isEditable() {
        return isEditable;
    }

    /** Validates the options before any other work. */
    void check(int port) {
        access(address(port));
    }

    /**
     * Address to listen on.
     *
     * @param port used if no address is given; 0 for any free port
     */
    InetSocketAddress address(int port) {
        if (listen == null) {
            return InetSocketAddress.createUnresolved(LOOPBACK, port);
        }
        int colon = listen.lastIndexOf(':');
        String host = colon < 0 ? listen : listen.substring(0, colon);
        String number = colon < 0 ? "" : listen.substring(colon + 1);
        if (host.isEmpty() || !number.matches("[0-9]{1,5}") || Integer.parseInt(number) > 65_535) {
            throw usage("--listen: " + listen + " (expected: HOST:PORT)");
        }
        return InetSocketAddress.createUnresolved(host.replaceAll("^\\[|]$", ""), Integer.parseInt(number));
    }

    /** Access rule that identifies the users; required if other hosts reach the address. */
    Access access(InetSocketAddress address) {
        if (tokens != null && userHeader != null) {
            throw usage("--tokens and --user-header (expected: one of them)");
        }
        if (!administrators.isEmpty() && userHeader == null) {
            throw usage("--administrators: needs --user-header (a file of --tokens names its administrators)");
        }
        if (tokens != null) {
            return tokens(tokens);
        }
        if (userHeader != null) {
            return new ProxyAccess(userHeader, administrators);
        }
        if (!isLoopback(address)) {
            throw usage("--listen: " + listen + " (expected: an address of this machine only such as 127.0.0.1:8088,"
                    + " or --tokens or --user-header)");
        }
        return new LoopbackAccess(address.getHostString());
    }

    /** Limits on the resources of clients. */
    HttpLimits limits(InetSocketAddress address) {
        return userHeader != null || isLoopback(address)
                ? ConsoleSettings.OF_ONE_ADDRESS
                : ConsoleSettings.OF_MANY_ADDRESSES;
    }

    private static Access tokens(Path file) {
        try {
            return new TokenAccess(file);
        } catch (IOException e) {
            throw new Failure("--tokens: " + file + ": cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new Failure("--tokens: " + e.getMessage(), e);
        }
    }

    private static boolean isLoopback(InetSocketAddress address) {
        try {
            return Arrays.stream(InetAddress.getAllByName(address.getHostString()))
                    .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new Failure("--listen: " + address.getHostString() + ": no such host", e);
        }
    }

    private ParameterException usage(String problem) {
        return new ParameterException(java.util.Objects.requireNonNull(command).commandLine(), problem);
    }
}
