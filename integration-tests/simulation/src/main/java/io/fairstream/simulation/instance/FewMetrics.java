package io.fairstream.simulation.instance;

import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;

/** Metrics that nobody looks at: those of nodes and topics, of which each task has dozens, are all the same sensor, which keeps nothing. */
final class FewMetrics extends StreamsMetricsImpl {
    private static final long EXPIRED = -1;

    private final Metrics metrics;
    private final Sensor sensor;

    static FewMetrics of(String instance, Time time) {
        return new FewMetrics(new Metrics(time), instance, time);
    }

    private FewMetrics(Metrics metrics, String instance, Time time) {
        super(metrics, instance, time);
        this.metrics = metrics;
        sensor = metrics.sensor("none", new MetricConfig(), EXPIRED, Sensor.RecordingLevel.TRACE);
    }

    @Override
    public Sensor nodeLevelSensor(
            String thread, String task, String node, String suffix, Sensor.RecordingLevel level, Sensor... parents) {
        return sensor;
    }

    @Override
    public Sensor topicLevelSensor(
            String thread,
            String task,
            String node,
            String topic,
            String suffix,
            Sensor.RecordingLevel level,
            Sensor... parents) {
        return sensor;
    }

    @Override
    public <T> MetricName addStoreLevelMutableMetric(
            String task,
            String scope,
            String store,
            String name,
            String description,
            Sensor.RecordingLevel level,
            Gauge<T> value) {
        return metrics.metricName(name, "none");
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel level) {
        return sensor;
    }
}
