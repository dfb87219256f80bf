package io.fairstream.nemesis;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process of the site. One that ends by itself is started again, as a service manager does. */
final class Victim {
    private static final int STOP_SECONDS = 40;

    private final String name;
    private final Launcher launcher;
    private final Owners owners;
    private Map<String, String> environment = Map.of();
    private @Nullable Process process;
    private boolean isWanted;
    private int endings;

    /** Starts a process. */
    @FunctionalInterface
    interface Launcher {
        Process launch(Map<String, String> environment) throws IOException;
    }

    Victim(String name, Launcher launcher, Owners owners) {
        this.name = name;
        this.launcher = launcher;
        this.owners = owners;
    }

    String name() {
        return name;
    }

    synchronized void start() throws IOException {
        start(Map.of());
    }

    synchronized void start(Map<String, String> with) throws IOException {
        environment = with;
        isWanted = true;
        launch();
    }

    private void launch() throws IOException {
        Process started = launcher.launch(environment);
        owners.put(name, started.pid());
        process = started;
    }

    /** {@code kill -9}. */
    synchronized void kill() {
        isWanted = false;
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** {@code kill}; {@code kill -9} if that does not do. */
    synchronized void stop() throws InterruptedException {
        isWanted = false;
        if (process != null) {
            process.destroy();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        }
    }

    /** STOP or CONT. */
    synchronized void signal(String signal) throws IOException, InterruptedException {
        if (process != null && process.isAlive()) {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Returns the number of times that the process ended by itself. */
    synchronized int endings() {
        return endings;
    }

    /** Starts it again if it has ended by itself. */
    synchronized boolean supervise() throws IOException {
        if (!isWanted || isAlive()) {
            return false;
        }
        endings++;
        launch();
        return true;
    }
}
