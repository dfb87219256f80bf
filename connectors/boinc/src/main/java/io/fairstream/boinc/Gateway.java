package io.fairstream.boinc;

import io.fairstream.boinc.RequestCounts.Kind;
import io.fairstream.schemas.HostReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Account manager for BOINC clients. The reply to a report is a success only after the cluster has stored the report. Otherwise the
 * client retries later, with newer totals that include the older ones. Stateless between requests. Thread-safe.
 */
public final class Gateway {
    /** Error numbers in BOINC's {@code lib/error_numbers.h}. */
    static final int XML_PARSE = -112;

    static final int BAD_PASSWORD = -206;
    private static final int UNSUPPORTED = -1;

    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(\\..*)?");

    /** First version whose clients report their work to account managers: 7.10. */
    private static final int MIN_MAJOR = 7;

    private static final int MIN_MINOR = 10;

    private final GatewaySettings settings;
    private final Logins logins;
    private final ProjectAccounts accounts;
    private final UrlSigner signer;
    private final GatewayBackend surroundings;
    private final Clock clock;
    private final Consumer<String> messages;
    private final RequestCounts requestCounts = new RequestCounts();

    /**
     * Creates a gateway.
     *
     * @param clock clock of any precision; times of reports are truncated to milliseconds, because they are compared with the times of
     * assignments
     * @param messages receives messages for an administrator, without secrets
     */
    public Gateway(
            GatewaySettings settings,
            Logins logins,
            ProjectAccounts accounts,
            UrlSigner signer,
            GatewayBackend surroundings,
            Clock clock,
            Consumer<String> messages) {
        this.settings = settings;
        this.logins = logins;
        this.accounts = accounts;
        this.signer = signer;
        this.surroundings = surroundings;
        this.clock = Clock.tick(clock, Duration.ofMillis(1));
        this.messages = messages;
    }

    public RequestCounts requestCounts() {
        return requestCounts;
    }

    /** Answers {@code get_project_config.php}, by which a client recognises an account manager. */
    String projectConfig() {
        return new ReplyText("project_config")
                .element("name", settings.name())
                .flag("account_manager")
                .flag("uses_username")
                .flag("client_account_creation_disabled")
                .element("min_passwd_length", 1)
                .end();
    }

    /**
     * Answers a request to {@code rpc.php}; fails with {@link UndeliveredException} if the cluster does not store the report.
     *
     * @param threads executor for the reply, after the cluster has answered
     */
    CompletableFuture<String> answer(byte[] body, Executor threads) {
        ClientRequest request;
        try {
            request = RequestReader.read(body);
        } catch (MalformedRequest e) {
            return CompletableFuture.completedFuture(malformed(e.problem()));
        }
        Optional<String> user = logins.user(request.login(), request.passwordHash());
        if (user.isEmpty()) {
            return CompletableFuture.completedFuture(
                    refuse(Kind.LOGINS_REFUSED, BAD_PASSWORD, "wrong name or password"));
        }
        if (!reportsWork(request.clientVersion())) {
            return CompletableFuture.completedFuture(
                    refuse(Kind.OUTDATED, UNSUPPORTED, "this client is too old (expected: BOINC 7.10 or newer)"));
        }
        return serve(request, user.get(), threads);
    }

    /** Returns the reply to an unreadable request. */
    String malformed(String problem) {
        return refuse(Kind.MALFORMED, XML_PARSE, "request: " + problem);
    }

    private String refuse(Kind kind, int number, String message) {
        requestCounts.count(kind);
        return new ReplyText("acct_mgr_reply")
                .element("error_num", number)
                .element("error_msg", message)
                .end();
    }

    private CompletableFuture<String> serve(ClientRequest request, String user, Executor threads) {
        Instant now = clock.instant();
        HostTicket ticket = HostTicket.next(request, user, signer, now);
        if (!request.isCounted()) {
            requestCounts.count(Kind.UNCOUNTED);
            return CompletableFuture.completedFuture(reply(request, user, ticket, Optional.empty()));
        }
        HostReport report = request.report(user, ticket, surroundings.projects(), now);
        return surroundings
                .deliver(report)
                .thenCompose(delivered -> {
                    requestCounts.count(Kind.REPORTS);
                    requestCounts.count(
                            Kind.PROJECTS_SKIPPED,
                            (long) request.projects().size()
                                    - report.getProjects().size());
                    return surroundings.given(report.getHost(), report.getAt());
                })
                .thenApplyAsync(given -> reply(request, user, ticket, given), threads)
                .exceptionally(this::undelivered);
    }

    private String undelivered(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof UndeliveredException) {
            messages.accept(
                    "warning: a report was not delivered: " + cause.getMessage() + "; the client will try again");
            requestCounts.count(Kind.UNDELIVERED);
        }
        throw new CompletionException(cause);
    }

    private String reply(ClientRequest request, String user, HostTicket ticket, Optional<Given> given) {
        ReplyText reply = new ReplyText("acct_mgr_reply")
                .element("name", settings.name())
                .block("signing_key", signer.publicKey())
                .element("repeat_sec", (given.isPresent() ? settings.repeat() : settings.shortRepeat()).toSeconds())
                .element("dynamic", 1)
                .block("opaque", ticket.sealed(user, signer));
        given.ifPresent(projects -> accounts(reply, request, user, projects));
        return reply.end();
    }

    /**
     * Adds accounts of the assigned projects. If a manager attached the host to a project that is no longer assigned, the client must
     * finish its work and detach. Projects that volunteers attached themselves are not changed.
     */
    private void accounts(ReplyText reply, ClientRequest request, String user, Given given) {
        ProjectList projects = surroundings.projects();
        Set<String> kept = new HashSet<>();
        for (String project : given.projects()) {
            Optional<String> url = projects.url(project);
            Optional<String> authenticator = accounts.authenticator(project, user);
            if (url.isPresent() && authenticator.isPresent()) {
                account(reply, url.get(), signer.signature(url.get()))
                        .element("authenticator", authenticator.get())
                        .close("account");
                kept.add(project);
            } else {
                requestCounts.count(Kind.PROJECTS_WITHOUT_ACCOUNT);
            }
        }
        for (ReportedProject reported : request.projects()) {
            Optional<String> name = projects.named(reported.url());
            String project = name.orElse("");
            if (reported.isManaged() && !kept.contains(project) && given.leaves(project)) {
                account(reply, reported.url(), signer.sign(reported.url()))
                        .element("detach_when_done", 1)
                        .close("account");
            }
        }
    }

    private static ReplyText account(ReplyText reply, String url, String signature) {
        return reply.open("account").element("url", url).block("url_signature", signature);
    }

    private static boolean reportsWork(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        return major > MIN_MAJOR || (major == MIN_MAJOR && Integer.parseInt(parts.group(2)) >= MIN_MINOR);
    }
}
