package io.fairstream.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Other software that does the two hops from matches to priorities, in a process of its own that is spoken to like ours. */
enum Peer {
    FLINK_HASHMAP,
    FLINK_ROCKSDB;

    /** Where its classes are. */
    private static final String CLASSPATH = "fairstream.peer.classpath";

    private static final String MAIN = "io.fairstream.benchmarks.flink.PeerMain";

    /** Packages that Flink's own scripts open. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.net",
            "java.io",
            "java.nio",
            "sun.nio.ch",
            "java.lang.reflect",
            "java.text",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks");

    /** As on the command line, and in requests. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Starts its process.
     *
     * @param jvm options of all applications
     */
    Child start(Path directory, List<String> jvm) throws IOException {
        String classpath = System.getProperty(CLASSPATH);
        if (classpath == null) {
            throw new IOException(CLASSPATH + ": absent (expected: the classes of " + this + ", as 'run' gives them)");
        }
        List<String> options = new ArrayList<>(jvm);
        options.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        opened().forEach(options::add);
        return Child.start(directory, toString(), options, classpath, MAIN);
    }

    private static Stream<String> opened() {
        return OPENED.stream().map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED");
    }
}
