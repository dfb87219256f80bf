package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.LiveTables;
import io.fairstream.schemas.tls.ServerTls;
import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The console on HTTP: pages, answers of commands, and streams of answers that change. {@code docs/http.md} is its contract. It holds no account:
 * what it shows the commands have worked out.
 */
public final class Console implements AutoCloseable {
    private static final int THREADS = 16;
    private static final int WORKERS = 3;
    private static final int WAITING = 256;
    private static final int CONNECTIONS = 2048;
    private static final int LARGEST_HEAD = 16 << 10;
    private static final int LARGEST_EDIT = 64 << 10;
    private static final int SMALL = 1024;
    private static final Duration IDLE = Duration.ofSeconds(60);
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
    private final Server server;
    private final ServerConnector connector;

    private Console(
            ConsoleSettings settings,
            Commands commands,
            Supplier<Settings> terms,
            LiveTables tables,
            BooleanSupplier isAway) {
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
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("console");
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConnectionFactory http = new HttpConnectionFactory(configuration());
        connector = settings.tls()
                .map(context -> {
                    SslContextFactory.Server factory = new SslContextFactory.Server();
                    factory.setSslContext(context);
                    factory.setIncludeProtocols(ServerTls.protocols());
                    return new ServerConnector(
                            server, 1, 1, new SslConnectionFactory(factory, http.getProtocol()), http);
                })
                .orElseGet(() -> new ServerConnector(server, 1, 1, http));
        connector.setHost(settings.address().getHostString());
        connector.setPort(settings.address().getPort());
        connector.setIdleTimeout(IDLE.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        server.setHandler(new Pages());
        server.setErrorHandler((request, response, callback) -> {
            int status = Math.max(Reply.BAD_REQUEST, response.getStatus());
            send(request, response, callback, Reply.problem(status, "this request cannot be read"));
            return true;
        });
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(LARGEST_HEAD);
        // Names have slashes and per cents, such as root/physics: encoded they are part of one word of a question.
        configuration.setUriCompliance(UriCompliance.DEFAULT.with(
                "NAMES",
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        return configuration;
    }

    /**
     * Serves from now on.
     *
     * @param terms the settings under which numbers are worked out
     * @param isAway whether the cluster does not answer
     * @throws IOException if the address is taken
     */
    public static Console start(
            ConsoleSettings settings,
            Commands commands,
            Supplier<Settings> terms,
            LiveTables tables,
            BooleanSupplier isAway)
            throws IOException {
        Console console = new Console(settings, commands, terms, tables, isAway);
        try {
            console.server.start();
            return console;
        } catch (IOException e) {
            console.close();
            throw e;
        } catch (Exception e) {
            console.close();
            throw new IllegalStateException("the server does not start: " + e.getMessage(), e);
        }
    }

    /** Where it is. */
    public String url() {
        String host = connector.getHost();
        String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return (settings.tls().isPresent() ? "https://" : "http://") + shown + ":" + connector.getLocalPort() + "/";
    }

    /**
     * Works an answer out before anybody asks, so that the first who does gets it from tables that are read and code that is warm.
     *
     * @param question as below {@code /api/v1/}
     */
    public void prepare(String question) {
        String[] parts = question.split("\\?", 2);
        Reply reply = shared.reply(Api.asked(Viewer.ANYBODY, parts[0], parts.length < 2 ? "" : parts[1]))
                .join();
        if (!reply.isAnswer()) {
            throw new Failure(new String(reply.body(), StandardCharsets.UTF_8));
        }
    }

    /** How many streams are open. */
    public int viewers() {
        return live.subscribers();
    }

    private final class Pages extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            response.getHeaders()
                    .put("Content-Security-Policy", POLICY)
                    .put("X-Content-Type-Options", "nosniff")
                    .put("Referrer-Policy", "no-referrer");
            String path = request.getHttpURI().getPath();
            String method = request.getMethod();
            boolean isRead = method.equals("GET") || method.equals("HEAD");
            if (path.startsWith(Api.PREFIX)) {
                call(path.substring(Api.PREFIX.length()), request, response, callback);
            } else if (!isRead) {
                send(request, response, callback, Reply.problem(Reply.NOT_ALLOWED, "only GET"));
            } else {
                file(path, request, response, callback);
            }
            return true;
        }
    }

    private void call(String path, Request request, Response response, Callback callback) throws IOException {
        if (path.equals("session")) {
            send(request, response, callback, session(request, response));
            return;
        }
        Optional<Viewer> viewer = settings.access().viewer(request);
        if (viewer.isEmpty()) {
            if (settings.access().takesTokens()) {
                response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
            }
            send(
                    request,
                    response,
                    callback,
                    Reply.problem(Reply.UNAUTHORIZED, settings.access().whyNot()));
        } else if (path.equals("me")) {
            send(request, response, callback, api.me(viewer.get()));
        } else if (path.equals("edits")) {
            edit(viewer.get(), request, response, callback);
        } else if (!request.getMethod().equals("GET")) {
            send(request, response, callback, Reply.problem(Reply.NOT_ALLOWED, "only GET"));
        } else if (path.equals(Balances.PATH)) {
            balances(viewer.get(), request, response, callback);
        } else {
            show(viewer.get(), path, request, response, callback);
        }
    }

    private void balances(Viewer viewer, Request request, Response response, Callback callback) {
        try {
            CompletableFuture<Void> unused = CompletableFuture.supplyAsync(() -> balances.reply(viewer), workers)
                    .thenAccept(reply -> send(request, response, callback, reply));
        } catch (RejectedExecutionException e) {
            send(request, response, callback, Reply.problem(Reply.UNAVAILABLE, "too many questions at a time"));
        }
    }

    private void show(Viewer viewer, String path, Request request, Response response, Callback callback) {
        try {
            String query = Optional.ofNullable(request.getHttpURI().getQuery()).orElse("");
            Asked asked = Api.asked(viewer, path, query);
            String accepted = request.getHeaders().get(HttpHeader.ACCEPT);
            if (accepted != null && accepted.startsWith("text/event-stream")) {
                live.subscribe(asked, stream(asked, request, response, callback));
            } else {
                CompletableFuture<Void> unused = shared.reply(asked)
                        .exceptionally(bug -> Reply.problem(Reply.BUG, "this was not answered: " + bug))
                        .thenAccept(reply -> send(request, response, callback, reply));
            }
        } catch (WrongOptionException e) {
            send(request, response, callback, Reply.problem(Reply.BAD_REQUEST, String.valueOf(e.getMessage())));
        } catch (RejectedExecutionException e) {
            send(request, response, callback, Reply.problem(Reply.UNAVAILABLE, "too many questions at a time"));
        }
    }

    private EventStream stream(Asked asked, Request request, Response response, Callback callback) {
        return new EventStream(
                response,
                callback,
                gone -> live.unsubscribe(asked, gone),
                () -> settings.access().viewer(request).equals(Optional.of(asked.viewer())));
    }

    private void edit(Viewer viewer, Request request, Response response, Callback callback) throws IOException {
        if (!isFromOwnPage(request)) {
            send(
                    request,
                    response,
                    callback,
                    Reply.problem(Reply.FORBIDDEN, "edits are made on the console's own pages"));
            return;
        }
        String body = Content.Source.asString(request);
        try {
            workers.execute(() -> send(request, response, callback, edit(viewer, body)));
        } catch (RejectedExecutionException e) {
            send(request, response, callback, Reply.problem(Reply.UNAVAILABLE, "too many questions at a time"));
        }
    }

    private Reply edit(Viewer viewer, String body) {
        Optional<Reply> none = api.mayEdit(viewer) ? answers.unavailable() : Optional.empty();
        try {
            return none.orElseGet(() -> api.edit(viewer, body));
        } catch (RuntimeException e) {
            return Answers.problem("an edit", e);
        }
    }

    private Reply session(Request request, Response response) throws IOException {
        if (!isFromOwnPage(request)) {
            return Reply.problem(Reply.FORBIDDEN, "one signs in on the console's own pages");
        }
        String token = Content.Source.asString(request);
        Optional<String> session = settings.access().session(token);
        if (session.isEmpty()) {
            return Reply.problem(Reply.UNAUTHORIZED, "nobody has this token");
        }
        String secure = settings.tls().isPresent() ? "; Secure" : "";
        response.getHeaders()
                .put(
                        HttpHeader.SET_COOKIE,
                        TokenAccess.COOKIE + "=" + session.get() + "; Path=/; HttpOnly; SameSite=Strict" + secure);
        return Reply.json("{}");
    }

    /** A form on another page cannot set a header, and may not send one without this server's leave, which it does not give. */
    private static boolean isFromOwnPage(Request request) {
        long length = request.getLength();
        return request.getMethod().equals("POST")
                && "console".equals(request.getHeaders().get(EDIT_HEADER))
                && length >= 0
                && length <= LARGEST_EDIT;
    }

    private void file(String path, Request request, Response response, Callback callback) {
        String accepted = request.getHeaders().get(HttpHeader.ACCEPT);
        Optional<StaticFiles.File> found = files.file(path, accepted != null && accepted.contains("text/html"));
        if (found.isEmpty()) {
            send(request, response, callback, Reply.problem(Reply.NOT_FOUND, "no such page"));
            return;
        }
        StaticFiles.File file = found.get();
        response.getHeaders().put(HttpHeader.ETAG, file.tag()).put(HttpHeader.CACHE_CONTROL, "no-cache");
        if (file.tag().equals(request.getHeaders().get(HttpHeader.IF_NONE_MATCH))) {
            response.setStatus(304);
            callback.succeeded();
            return;
        }
        boolean isCompressed = takesGzip(request);
        send(
                request,
                response,
                callback,
                Reply.OK,
                file.type(),
                isCompressed,
                (isCompressed ? file.compressed() : file.bytes()).shared());
    }

    private static boolean takesGzip(Request request) {
        return request.getHeaders().getCSV(HttpHeader.ACCEPT_ENCODING, false).stream()
                .anyMatch(it -> it.startsWith("gzip"));
    }

    private static void send(Request request, Response response, Callback callback, Reply reply) {
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        boolean isCompressed = reply.body().length > SMALL && takesGzip(request);
        byte[] body = isCompressed ? reply.compressed() : reply.body();
        send(request, response, callback, reply.status(), reply.type(), isCompressed, body);
    }

    private static void send(
            Request request,
            Response response,
            Callback callback,
            int status,
            String type,
            boolean isCompressed,
            byte[] body) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type).put(HttpHeader.CONTENT_LENGTH, body.length);
        response.getHeaders().put(new HttpField(HttpHeader.VARY, "Accept-Encoding"));
        if (isCompressed) {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
        }
        response.write(true, ByteBuffer.wrap(request.getMethod().equals("HEAD") ? new byte[0] : body), callback);
    }

    /** Also if it is an interrupt that ends the service. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        try {
            live.close();
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop: " + e.getMessage(), e);
        } finally {
            workers.shutdownNow();
            readers.close();
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
