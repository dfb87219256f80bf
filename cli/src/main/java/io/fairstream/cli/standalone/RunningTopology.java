package io.fairstream.cli.standalone;

import io.fairstream.cli.terminal.Interruption;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.Undisturbed;
import io.fairstream.streams.app.FairstreamApp;
import io.fairstream.streams.app.LocalStateFailed;
import io.fairstream.streams.app.TopicsUnfitException;
import io.fairstream.streams.config.Settings;
import java.time.Duration;
import org.apache.kafka.common.errors.InterruptException;

/** The accounting topology at work in this process: the one place where commands start it. */
public final class RunningTopology implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(30);

    private final Settings settings;
    private final FairstreamApp app;

    private RunningTopology(Settings settings, FairstreamApp app) {
        this.settings = settings;
        this.app = app;
    }

    /**
     * Starts it on a cluster that has the topics; it takes events when this returns.
     *
     * @throws Failure if topics are missing or it does not come up
     */
    public static RunningTopology start(Settings settings) {
        RunningTopology topology = new RunningTopology(settings, create(settings));
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
        } catch (LocalStateFailed e) {
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
        } catch (TopicsUnfitException | LocalStateFailed e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Instances with the same one share the work. */
    public String applicationId() {
        return settings.applicationId();
    }

    /**
     * Fails if the topology has.
     *
     * @throws Failure with what it failed of
     */
    public void check() {
        if (app.failure().isPresent()) {
            throw failure();
        }
    }

    /**
     * Waits until somebody stops the command, which is a good end.
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
                .orElseGet(() -> new Failure("the topology does not come up; is another instance holding its tasks?"));
    }

    private static Failure stoppedOf(Throwable cause) {
        return cause instanceof LocalStateFailed
                ? new Failure("the topology stopped: " + cause.getMessage(), cause)
                : Failure.stopped("the topology", cause);
    }

    @Override
    public void close() {
        Undisturbed.run(app::close);
    }
}
