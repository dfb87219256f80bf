package io.fairstream.operation;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers of one scrape, by family and labels. */
final class Readings {
    private final Admission admission;
    private final Map<Family, Map<List<String>, Merged>> numbers = new EnumMap<>(Family.class);

    /** How numbers of the same labels become one: those of all tasks, threads and partitions. */
    enum Merge {
        SUM,
        MAX,
        MEAN
    }

    private static final class Merged {
        private double sum;
        private double max = Double.NEGATIVE_INFINITY;
        private int count;

        private void add(double value) {
            sum += value;
            max = Math.max(max, value);
            count++;
        }

        private double as(Merge merge) {
            return switch (merge) {
                case SUM -> sum;
                case MAX -> max;
                case MEAN -> sum / count;
            };
        }
    }

    private final Map<Family, Merge> merges = new EnumMap<>(Family.class);

    Readings(Admission admission) {
        this.admission = admission;
    }

    /** Takes in a number; NaN and infinity say that there is none. */
    void add(Family family, Merge merge, double value, String... labels) {
        if (Double.isFinite(value)) {
            merges.put(family, merge);
            numbers.computeIfAbsent(family, any -> new LinkedHashMap<>())
                    .computeIfAbsent(admission.admit(family, List.of(labels)), any -> new Merged())
                    .add(value);
        }
    }

    /** Takes in the only number of its labels. */
    void set(Family family, double value, String... labels) {
        add(family, Merge.SUM, value, labels);
    }

    MetricSnapshots snapshots() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        numbers.forEach((family, series) -> all.metricSnapshot(snapshot(family, series)));
        return all.build();
    }

    private MetricSnapshot snapshot(Family family, Map<List<String>, Merged> series) {
        Merge merge = merges.getOrDefault(family, Merge.SUM);
        return switch (family.kind()) {
            case COUNTER -> {
                CounterSnapshot.Builder counter =
                        CounterSnapshot.builder().name(family.baseName()).help(family.help());
                series.forEach((labels, number) -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(family.labelled(labels))
                        .value(number.as(merge))
                        .build()));
                yield counter.build();
            }
            case INFO -> {
                InfoSnapshot.Builder info =
                        InfoSnapshot.builder().name(family.baseName()).help(family.help());
                series.forEach((labels, number) -> info.dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                        .labels(family.labelled(labels))
                        .build()));
                yield info.build();
            }
            case GAUGE, OF_MICROMETER -> {
                GaugeSnapshot.Builder gauge =
                        GaugeSnapshot.builder().name(family.baseName()).help(family.help());
                series.forEach((labels, number) -> gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(family.labelled(labels))
                        .value(number.as(merge))
                        .build()));
                yield gauge.build();
            }
        };
    }
}
