package io.fairstream.cli.run;

import io.fairstream.app.FairstreamApp;
import io.fairstream.app.FairstreamApp.LocalStateFailedException;
import io.fairstream.app.FairstreamApp.TopicsUnfitException;
import io.fairstream.app.OperationEndpoint;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Undisturbed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** The accounting topology that runs in this process; all commands start it here. */
public final class RunningTopology implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(30);

    private final Settings settings;
    private final FairstreamApp app;
    private final @Nullable OperationEndpoint operation;

    private RunningTopology(Settings settings, FairstreamApp app, @Nullable OperationEndpoint operation) {
        this.settings = settings;
        this.app = app;
        this.operation = operation;
    }

    /**
     * Starts the topology on a cluster that has the topics; it accepts events when this returns.
     *
     * @throws Failure if topics are missing or the topology does not start
     */
    public static RunningTopology start(Settings settings) {
        return started(new RunningTopology(settings, create(settings), null));
    }

    /**
     * As {@link #start}, with an endpoint for metrics and health that also answers during the start.
     *
     * @param port of the endpoint if the settings name none; empty for no endpoint
     * @param says receives the URL of the endpoint before the topology starts
     * @throws Failure if topics are missing, the topology does not start or the port is in use
     */
    public static RunningTopology startWatched(Settings settings, Optional<Integer> port, Consumer<String> says) {
        FairstreamApp app = create(settings);
        Optional<Integer> chosen = settings.get(Keys.OPERATION_PORT).or(() -> port);
        OperationEndpoint operation =
                chosen.map(number -> serve(app, settings, number)).orElse(null);
        if (operation != null) {
            says.accept(operation.url());
        }
        return started(new RunningTopology(settings, app, operation));
    }

    private static OperationEndpoint serve(FairstreamApp app, Settings settings, int port) {
        String version = RunningTopology.class.getPackage().getImplementationVersion();
        String host = settings.get(Keys.OPERATION_HOST);
        try {
            return OperationEndpoint.start(
                    app, version == null ? "unpackaged" : version, InetSocketAddress.createUnresolved(host, port));
        } catch (IOException e) {
            app.close();
            throw new Failure(
                    "operation.port: " + host + ":" + port + " (expected: a free port): " + e.getMessage(), e);
        }
    }

    private static RunningTopology started(RunningTopology topology) {
        try {
            topology.app.start();
            Interruption.check();
            if (!topology.app.awaitRunning(LONGEST_START)) {
                throw topology.failure();
            }
            return topology;
        } catch (InterruptedException e) {
            topology.close();
            throw new InterruptException(e);
        } catch (LocalStateFailedException e) {
            topology.close();
            throw stoppedOf(e);
        } catch (RuntimeException e) {
            topology.close();
            throw e;
        }
    }

    private static FairstreamApp create(Settings settings) {
        try {
            return new FairstreamApp(settings);
        } catch (TopicsUnfitException | LocalStateFailedException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** URL of metrics and health; empty if they are not served. */
    public String operationUrl() {
        return operation == null ? "" : operation.url();
    }

    /** Application id; instances with the same id share the work. */
    public String applicationId() {
        return settings.applicationId();
    }

    /**
     * Throws if the topology has failed.
     *
     * @throws Failure with the cause
     */
    public void check() {
        if (app.failure().isPresent()) {
            throw failure();
        }
    }

    /**
     * Waits until the command is stopped, which counts as success.
     *
     * @throws Failure if the topology fails before
     */
    public void await() {
        try {
            Interruption.check();
            app.awaitStop();
            check();
        } catch (InterruptedException stopped) {
            Thread.interrupted();
        }
    }

    private Failure failure() {
        return app.failure()
                .map(RunningTopology::stoppedOf)
                .orElseGet(() -> new Failure("the topology did not start; another instance may hold its tasks"));
    }

    private static Failure stoppedOf(Throwable cause) {
        return cause instanceof LocalStateFailedException
                ? new Failure("the topology stopped: " + cause.getMessage(), cause)
                : Failure.stopped("the topology", cause);
    }

    @Override
    public void close() {
        if (operation != null) {
            operation.close();
        }
        Undisturbed.run(app::close);
    }
}
