package io.fairstream.console;

import io.fairstream.app.config.Settings;
import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.Pages;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.LiveTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * HTTP server of the console: pages, answers of commands, and streams of changing answers. Its contract is {@code docs/http.md}. It
 * keeps no accounts; all numbers are computed by the commands.
 */
public final class Console implements AutoCloseable {
    private static final int WORKERS = 3;
    private static final int WAITING = 256;
    private static final int SMALL = 1024;
    private static final String SESSION = "session";
    private static final String EDIT_HEADER = "X-Fairstream";
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'";

    private final ConsoleSettings settings;
    private final Api api;
    private final AnswerSource answers;
    private final SharedAnswers shared;
    private final Readers readers;
    private final LiveViews live;
    private final Balances balances;
    private final StaticFiles files = new StaticFiles();
    private final ThreadPoolExecutor workers;
    private final GuardedServer server;

    private Console(
            ConsoleSettings settings,
            Commands commands,
            Supplier<Settings> terms,
            LiveTables tables,
            BooleanSupplier isAway)
            throws IOException {
        this.settings = settings;
        api = new Api(commands, settings);
        readers = new Readers(terms, tables);
        workers = new ThreadPoolExecutor(
                WORKERS, WORKERS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING), work -> {
                    Thread thread = new Thread(work, "console-answers");
                    thread.setDaemon(true);
                    return thread;
                });
        answers = new Answers(commands, readers, new UserViews(settings.owners()), tables, isAway, Clock.systemUTC());
        live = new LiveViews(answers, workers);
        balances = new Balances(readers, answers, Clock.systemUTC());
        shared = new SharedAnswers(answers, workers);
        try {
            server = GuardedServer.start(
                    "console",
                    settings.address(),
                    settings.tls(),
                    settings.limits(),
                    settings.access().hosts(),
                    new ConsolePages());
        } catch (IOException | RuntimeException e) {
            release();
            throw e;
        }
    }

    /**
     * Starts the server.
     *
     * @param terms settings of the topology that computed the numbers
     * @param isAway whether the cluster is unreachable
     * @throws IOException if the address is in use
     */
    public static Console start(
            ConsoleSettings settings,
            Commands commands,
            Supplier<Settings> terms,
            LiveTables tables,
            BooleanSupplier isAway)
            throws IOException {
        return new Console(settings, commands, terms, tables, isAway);
    }

    /** URL of the console. */
    public String url() {
        return server.url() + "/";
    }

    /**
     * Computes an answer in advance, so that the first viewer finds loaded tables and compiled code. If Kafka does not answer now, nothing
     * is computed: each page says so until it does.
     *
     * @param question path and query below {@code /api/v1/}
     * @throws Failure if there is no answer for another reason
     */
    public void prepare(String question) {
        String[] parts = question.split("\\?", 2);
        Reply reply = shared.reply(Api.asked(Viewer.ANYBODY, parts[0], parts.length < 2 ? "" : parts[1]))
                .join();
        if (!reply.isAnswer() && reply.status() != Reply.UNAVAILABLE) {
            throw new Failure(reply.problem());
        }
    }

    /** Returns the number of open streams. */
    public int viewers() {
        return live.subscribers();
    }

    private final class ConsolePages implements Pages {
        @Override
        public void answer(Exchange exchange) {
            exchange.with("Content-Security-Policy", POLICY).with("Referrer-Policy", "no-referrer");
            String path = exchange.rawPath();
            if (path.startsWith(Api.PREFIX)) {
                call(path.substring(Api.PREFIX.length()), exchange);
            } else if (!exchange.isRead()) {
                send(exchange, Reply.problem(Reply.NOT_ALLOWED, "only GET"));
            } else {
                file(path, exchange);
            }
        }

        @Override
        public Refusal refusal(int status, String problem) {
            Reply reply = Reply.problem(status, problem);
            return new Refusal(status, reply.type(), new String(reply.body(), StandardCharsets.UTF_8));
        }

        /** Content types of request bodies: JSON everywhere except at sign-in, whose body is a token of any type. */
        @Override
        public Set<String> bodyTypes(String path) {
            return path.equals(Api.PREFIX + SESSION) ? Set.of() : Set.of("application/json");
        }

        /** Zero, since streams never end by themselves. */
        @Override
        public Duration farewell() {
            return Duration.ZERO;
        }
    }

    private void call(String path, Exchange exchange) {
        if (path.equals(SESSION)) {
            send(exchange, session(exchange));
            return;
        }
        Optional<Viewer> viewer = settings.access().viewer(exchange.request());
        if (viewer.isEmpty()) {
            if (settings.access().takesTokens()) {
                exchange.response().getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
            }
            send(exchange, Reply.problem(Reply.UNAUTHORIZED, settings.access().whyNot()));
        } else if (path.equals("me")) {
            send(exchange, api.me(viewer.get()));
        } else if (path.equals("edits")) {
            edit(viewer.get(), exchange);
        } else if (!exchange.method().equals("GET")) {
            send(exchange, Reply.problem(Reply.NOT_ALLOWED, "only GET"));
        } else if (path.equals(Balances.PATH)) {
            later(exchange, () -> balances.reply(viewer.get()));
        } else {
            show(viewer.get(), path, exchange);
        }
    }

    private void later(Exchange exchange, Supplier<Reply> reply) {
        try {
            CompletableFuture<Void> unused = CompletableFuture.supplyAsync(reply, workers)
                    .exceptionally(bug -> Reply.problem(Reply.BUG, "this was not answered: " + bug))
                    .thenAccept(it -> send(exchange, it));
        } catch (RejectedExecutionException e) {
            send(exchange, Reply.problem(Reply.UNAVAILABLE, "too many requests at a time"));
        }
    }

    private void show(Viewer viewer, String path, Exchange exchange) {
        try {
            Asked asked = Api.asked(viewer, path, exchange.query());
            if (exchange.header("Accept").startsWith("text/event-stream")) {
                live.subscribe(asked, stream(asked, exchange));
            } else {
                CompletableFuture<Void> unused = shared.reply(asked)
                        .exceptionally(bug -> Reply.problem(Reply.BUG, "this was not answered: " + bug))
                        .thenAccept(reply -> send(exchange, reply));
            }
        } catch (WrongOptionException e) {
            send(exchange, Reply.problem(Reply.BAD_REQUEST, String.valueOf(e.getMessage())));
        } catch (RejectedExecutionException e) {
            send(exchange, Reply.problem(Reply.UNAVAILABLE, "too many requests at a time"));
        }
    }

    private EventStream stream(Asked asked, Exchange exchange) {
        return new EventStream(
                exchange.response(),
                exchange.callback(),
                gone -> live.unsubscribe(asked, gone),
                () -> settings.access().viewer(exchange.request()).equals(Optional.of(asked.viewer())));
    }

    private void edit(Viewer viewer, Exchange exchange) {
        if (!isFromOwnPage(exchange)) {
            send(exchange, Reply.problem(Reply.FORBIDDEN, "edits are accepted only from the console's own pages"));
            return;
        }
        later(exchange, () -> edit(viewer, exchange.text()));
    }

    private Reply edit(Viewer viewer, String body) {
        Optional<Reply> none = api.mayEdit(viewer) ? answers.unavailable() : Optional.empty();
        try {
            return none.orElseGet(() -> api.edit(viewer, body));
        } catch (RuntimeException e) {
            return Answers.problem("an edit", e);
        }
    }

    private Reply session(Exchange exchange) {
        if (!isFromOwnPage(exchange)) {
            return Reply.problem(Reply.FORBIDDEN, "sign-in is accepted only from the console's own pages");
        }
        Optional<String> session = settings.access().session(exchange.text());
        if (session.isEmpty()) {
            return Reply.problem(Reply.UNAUTHORIZED, "unknown token");
        }
        String secure = settings.tls().isPresent() ? "; Secure" : "";
        exchange.response()
                .getHeaders()
                .put(
                        HttpHeader.SET_COOKIE,
                        TokenAccess.COOKIE + "=" + session.get() + "; Path=/; HttpOnly; SameSite=Strict" + secure);
        return Reply.json("{}");
    }

    /**
     * True if the request cannot come from a form on another site: such a form cannot set a header, and this server grants no
     * cross-origin permission (CORS).
     */
    private static boolean isFromOwnPage(Exchange exchange) {
        return exchange.method().equals("POST") && exchange.header(EDIT_HEADER).equals("console");
    }

    private void file(String path, Exchange exchange) {
        HttpFields asked = exchange.request().getHeaders();
        Optional<StaticFiles.File> found =
                files.file(path, exchange.header("Accept").contains("text/html"));
        if (found.isEmpty()) {
            send(exchange, Reply.problem(Reply.NOT_FOUND, "no such page"));
            return;
        }
        StaticFiles.File file = found.get();
        HttpFields.Mutable headers = exchange.response().getHeaders();
        headers.put(HttpHeader.ETAG, file.tag()).put(HttpHeader.CACHE_CONTROL, "no-cache");
        if (file.tag().equals(asked.get(HttpHeader.IF_NONE_MATCH))) {
            exchange.response().setStatus(304);
            exchange.callback().succeeded();
            return;
        }
        boolean isCompressed = takesGzip(exchange);
        byte[] bytes = (isCompressed ? file.compressed() : file.bytes()).shared();
        send(exchange, Reply.OK, file.type(), isCompressed, bytes);
    }

    private static boolean takesGzip(Exchange exchange) {
        return exchange.request().getHeaders().getCSV(HttpHeader.ACCEPT_ENCODING, false).stream()
                .anyMatch(it -> it.startsWith("gzip"));
    }

    private static void send(Exchange exchange, Reply reply) {
        exchange.response().getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        boolean isCompressed = reply.body().length > SMALL && takesGzip(exchange);
        byte[] body = isCompressed ? reply.compressed() : reply.body();
        send(exchange, reply.status(), reply.type(), isCompressed, body);
    }

    private static void send(Exchange exchange, int status, String type, boolean isCompressed, byte[] body) {
        exchange.response().getHeaders().put(new HttpField(HttpHeader.VARY, "Accept-Encoding"));
        if (isCompressed) {
            exchange.response().getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
        }
        exchange.reply(status, type, body);
    }

    /** Closes the server and releases its threads and readers, even if the thread is interrupted. */
    @Override
    public void close() {
        server.close();
        release();
    }

    private void release() {
        live.close();
        workers.shutdownNow();
        readers.close();
    }
}
