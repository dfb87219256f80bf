package io.fairstream.traces;

import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The formats of traces that can be read. */
public enum TraceFormat {
    /** The Standard Workload Format of the Parallel Workloads Archive. */
    SWF {
        @Override
        public Trace open(Path file, Consumer<Problem> problems) throws IOException {
            return SwfTrace.open(file, problems);
        }
    };

    /**
     * Opens a trace; a name in {@code .gz} is unzipped.
     *
     * @param problems is told of every line that cannot be read, as it is met
     */
    public abstract Trace open(Path file, Consumer<Problem> problems) throws IOException;
}
