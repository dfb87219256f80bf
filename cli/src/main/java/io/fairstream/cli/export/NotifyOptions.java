package io.fairstream.cli.export;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.NamedFile;
import io.fairstream.publish.notices.Channel;
import io.fairstream.publish.notices.Exec;
import io.fairstream.publish.notices.Mail;
import io.fairstream.publish.notices.Recipient;
import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.publish.notices.Recipients;
import io.fairstream.publish.notices.Webhook;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the recipients of notices, and the ways to them. */
final class NotifyOptions {
    private static final int MAX_PORT = 65_535;

    @Option(names = "--smtp", paramLabel = "HOST[:PORT]", description = "Mail server. Without it nobody gets mails.")
    private @Nullable String smtp;

    @Option(
            names = "--smtp-security",
            paramLabel = "KIND",
            defaultValue = "starttls",
            description = "starttls (port 587), tls (465) or none (25). Default: ${DEFAULT-VALUE}.")
    private Mail.Security security = Mail.Security.STARTTLS;

    @Option(names = "--smtp-user", paramLabel = "NAME", description = "User of the mail server.")
    private @Nullable String user;

    @Option(names = "--smtp-password-file", paramLabel = "FILE", description = "File of the user's password.")
    private @Nullable Path passwordFile;

    @Option(names = "--from", paramLabel = "ADDRESS", description = "Sender of the mails.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "ADDRESS", description = "Gets all notices by mail. Repeatable.")
    private List<String> to = new ArrayList<>();

    @Option(names = "--no-contacts", description = "No mails to the contacts of the allocations.")
    private boolean noContacts;

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            description = "Gets all notices as JSON by POST; header X-Fairstream-Id is the notice's id. Repeatable.")
    private List<String> webhooks = new ArrayList<>();

    @Option(
            names = "--webhook-secret-file",
            paramLabel = "FILE",
            description =
                    "Key of the header X-Fairstream-Signature: sha256= and the hexadecimal HMAC-SHA256 of the body.")
    private @Nullable Path secretFile;

    @Option(
            names = "--exec",
            paramLabel = "COMMAND",
            description = "Gets all notices as JSON on standard input, parts in FAIRSTREAM_KIND, ...; exit code 0 is"
                    + " delivered. Words are split at spaces.")
    private @Nullable String command;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "Longest wait for a server or the command. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofSeconds(10);

    /** Returns the ways of delivery. Throws {@link ParameterException} for options that do not fit together. */
    Map<Kind, Channel> channels(Clock clock, CommandLine line) throws IOException {
        Map<Kind, Channel> channels = new EnumMap<>(Kind.class);
        if (smtp != null) {
            if (to.isEmpty() && noContacts) {
                throw new ParameterException(line, "--no-contacts: nobody gets mails (expected: --to ADDRESS)");
            }
            channels.put(Kind.MAIL, new Mail(server(smtp, line), clock));
        } else if (from != null || user != null || passwordFile != null || noContacts || !to.isEmpty()) {
            throw new ParameterException(line, "--from, --to, --no-contacts, --smtp-user: (expected: with --smtp)");
        }
        if (!webhooks.isEmpty()) {
            webhooks.forEach(url -> requireUrl(url, line));
            byte[] secret = secretFile == null ? null : secret(secretFile).getBytes(StandardCharsets.UTF_8);
            channels.put(Kind.WEBHOOK, new Webhook(timeout, secret));
        } else if (secretFile != null) {
            throw new ParameterException(line, "--webhook-secret-file: (expected: with --webhook)");
        }
        if (command != null) {
            if (command.isBlank()) {
                throw new ParameterException(line, "--exec: blank (expected: a command)");
            }
            channels.put(Kind.EXEC, new Exec(timeout));
        }
        if (channels.isEmpty()) {
            throw new ParameterException(line, "nobody gets notices (expected: --smtp, --webhook or --exec)");
        }
        return channels;
    }

    private Mail.Server server(String address, CommandLine line) throws IOException {
        to.stream().filter(each -> !Mail.isAddress(each)).findFirst().ifPresent(each -> {
            throw new ParameterException(line, "--to: " + each + " (expected: an address such as ann@example.org)");
        });
        if ((user == null) != (passwordFile == null)) {
            throw new ParameterException(line, "--smtp-user, --smtp-password-file: one (expected: both or none)");
        }
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        int port = colon < 0 ? security.port() : port(address.substring(colon + 1));
        if (host.isEmpty() || port < 1 || port > MAX_PORT) {
            throw new ParameterException(line, "--smtp: " + address + " (expected: HOST or HOST:PORT)");
        }
        String password = passwordFile == null ? null : secret(passwordFile);
        try {
            return new Mail.Server(host, port, security, Objects.requireNonNullElse(from, ""), user, password, timeout);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "--from: " + e.getMessage(), e);
        }
    }

    private static int port(String text) {
        return text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    }

    private static void requireUrl(String url, CommandLine line) {
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
                return;
            }
        } catch (URISyntaxException e) {
            // rejected below
        }
        throw new ParameterException(line, "--webhook: " + url + " (expected: a URL of http or https)");
    }

    /** Returns the content of the file, without the end of its last line. */
    private static String secret(Path file) throws IOException {
        NamedFile.requireFile(file);
        return Files.readString(file).stripTrailing();
    }

    Recipients recipients(boolean moved, boolean digest) {
        List<Recipient> always = new ArrayList<>();
        to.forEach(address -> always.add(new Recipient(Kind.MAIL, address)));
        webhooks.forEach(url -> always.add(new Recipient(Kind.WEBHOOK, url)));
        if (command != null) {
            always.add(new Recipient(Kind.EXEC, command));
        }
        return new Recipients(always, smtp != null && !noContacts, moved, digest);
    }

    /** Returns the ways for people. */
    @Override
    public String toString() {
        List<String> ways = new ArrayList<>();
        if (smtp != null) {
            ways.add("mail by " + smtp);
        }
        recipients(false, false).always().stream()
                .filter(each -> each.kind() != Kind.MAIL)
                .forEach(each -> ways.add(each.toString()));
        return String.join(", ", ways);
    }
}
