package io.fairstream.benchmarks;

import io.fairstream.app.config.Durations;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The benchmark command. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Measures Fairstream on this machine: broker and application as processes of their own.")
public final class Benchmark implements Callable<Integer> {
    /** Measurement that can be made. */
    enum Part {
        THROUGHPUT,
        SESSIONS,
        JOBS,
        HOSTS,
        LATENCY,
        SIZE,
        VIEW,
        USERPRIO,
        CONSOLE,
        SINKS,
        RANKING,
        FAILOVER,
        SIZING
    }

    @Option(names = "--only", split = ",", description = "Of ${COMPLETION-CANDIDATES}; all without it.")
    private Set<Part> only = EnumSet.allOf(Part.class);

    @Option(names = "--json", description = "JSON lines on standard output.")
    private boolean json;

    @Mixin
    private final BenchmarkOptions options = new BenchmarkOptions();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Duration.class, Durations::parse)
                .execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Report report = new Report(new PrintStream(System.out, false, StandardCharsets.UTF_8), json);
        Path directory = Files.createTempDirectory("fairstream-benchmark");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(directory)));
        for (Part part : only) {
            run(part, Files.createDirectory(directory.resolve(part.name())), report);
        }
        return 0;
    }

    /** Also when it is interrupted: no process and no file is left. */
    private static void cleanUp(Path directory) {
        ProcessHandle.current().children().forEach(child -> {
            child.destroyForcibly();
            child.onExit().join();
        });
        try {
            Parts.delete(directory);
        } catch (IOException e) {
            System.err.println(directory + " is left: " + e.getMessage());
        }
    }

    private void run(Part part, Path directory, Report report) throws Exception {
        switch (part) {
            case THROUGHPUT -> new Throughput(options, directory, report, options.matches()).run(Throughput.NO_LOOK);
            case SESSIONS -> new Sessions(options, directory, report).run();
            case JOBS -> new Throughput(options, directory, report, options.jobs()).run(Throughput.NO_LOOK);
            case HOSTS -> new Hosts(options, directory, report).run();
            case LATENCY -> new Latency(options, directory, report).run();
            case SIZE -> new Size(options, directory, report).run();
            case VIEW -> new View(options, directory, report).run();
            case RANKING -> new Rankings(options.rankedUsers(), report).run();
            case FAILOVER -> new Failover(options, directory, report).run();
            case SIZING -> new Sizing(options, directory, report).run();
            case SINKS -> new Sinks(options, directory, report).run();
            case CONSOLE -> new ConsoleLoad(options, directory, report).run();
            case USERPRIO -> new Userprio(options, directory, report).run();
        }
    }
}
