package io.fairstream.cli.run;

import io.fairstream.app.OperationEndpoint.MetricsEndpoint;
import io.fairstream.query.records.Failure;
import io.fairstream.query.steering.SteeringLoop.Outcome;
import io.fairstream.query.steering.SteeringReport;
import io.fairstream.steering.Cycle;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Prometheus metrics of a steerer. One thread updates them; any thread may read them. */
final class SteeringMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Tags tags;
    private final Counter accepted;
    private final Counter refused;
    private final Counter failed;
    private final Timer cycles;
    private final @Nullable MetricsEndpoint endpoint;
    private volatile State state = new State(0, 0, 0, 0, 0, 0);

    private record State(double drift, double paused, double postponed, double unknown, double held, double lowered) {}

    private SteeringMetrics(String target, @Nullable Integer port) {
        tags = Tags.of("target", target);
        accepted = counter("accepted", "Edits that the scheduler accepted");
        refused = counter("refused", "Edits that the scheduler refused");
        failed = Counter.builder("fairstream.steering.cycles.failed")
                .description("Failed attempts to read or reach the scheduler")
                .tags(tags)
                .register(registry);
        cycles = Timer.builder("fairstream.steering.cycle")
                .description("Duration of a cycle")
                .tags(tags)
                .register(registry);
        gauge("drift", "Largest difference of an account; 0.01 is 1 %", State::drift);
        gauge("paused", "1 while steering is paused", State::paused);
        gauge("postponed", "Edits that wait for the next cycle", State::postponed);
        gauge("unknown.users", "Users of the scheduler without a priority", State::unknown);
        gauge("held", "Accounts and users whose new jobs are held", State::held);
        gauge("lowered", "Jobs, or users, that come last since their allocation is spent", State::lowered);
        endpoint = port == null ? null : start(port);
    }

    /**
     * Creates the metrics, and serves them if a port is given.
     *
     * @param port on loopback, 0 for any free port; null to not serve the metrics
     */
    static SteeringMetrics serve(String target, @Nullable Integer port) {
        return new SteeringMetrics(target, port);
    }

    private Counter counter(String answer, String help) {
        return Counter.builder("fairstream.steering.edits." + answer)
                .description(help)
                .tags(tags)
                .register(registry);
    }

    private void gauge(String name, String help, ToDoubleFunction<State> value) {
        Gauge.builder("fairstream.steering." + name, this, metrics -> value.applyAsDouble(metrics.state))
                .description(help)
                .tags(tags)
                .register(registry);
    }

    private MetricsEndpoint start(int port) {
        try {
            return MetricsEndpoint.start(registry::scrape, port);
        } catch (IOException e) {
            throw new Failure("--metrics-port: " + port + " (expected: a free port: " + e.getMessage() + ")", e);
        }
    }

    /** Records the outcome and the duration of a cycle. */
    void note(Outcome outcome, Duration took) {
        cycles.record(took);
        Cycle cycle = outcome.cycle();
        if (cycle == null) {
            if (!outcome.isPaused()) {
                failed.increment();
            }
            state = new State(
                    state.drift(),
                    outcome.isPaused() ? 1 : 0,
                    0,
                    state.unknown(),
                    outcome.isPaused() ? 0 : state.held(),
                    outcome.isPaused() ? 0 : state.lowered());
            return;
        }
        accepted.increment((double) cycle.accepted());
        refused.increment((double) cycle.refused());
        if (!cycle.failure().isEmpty()) {
            failed.increment();
        }
        state = new State(
                SteeringReport.largest(outcome.shadows()),
                outcome.isPaused() ? 1 : 0,
                cycle.postponed(),
                cycle.plan().unknown().size(),
                cycle.plan().held(),
                cycle.plan().lowered());
    }

    /** Address of the metrics as text for people; empty if they are not served. */
    String where() {
        return endpoint == null ? "" : ", metrics at " + endpoint.url();
    }

    @Override
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        registry.close();
    }
}
