package io.fairstream.app;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Values of one scrape, by family and labels. */
final class Readings {
    private final Admission admission;
    private final Map<Family, Series> numbers = new EnumMap<>(Family.class);

    /** Method of merging values of the same labels from all tasks, threads and partitions. */
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

    /** Readings of one family. Each set of labels is admitted once per scrape, since there are a hundred values for each served series. */
    private final class Series {
        private final Family family;
        private final Merge merge;
        private final Map<List<String>, Merged> byLabels = new HashMap<>();
        private final Map<List<String>, Merged> served = new LinkedHashMap<>();

        Series(Family family, Merge merge) {
            this.family = family;
            this.merge = merge;
        }

        void add(List<String> labels, double value) {
            Merged merged = byLabels.get(labels);
            if (merged == null) {
                merged = served.computeIfAbsent(admission.admit(family, labels), any -> new Merged());
                byLabels.put(labels, merged);
            }
            merged.add(value);
        }

        MetricSnapshot snapshot() {
            MetricMetadata metadata = new MetricMetadata(family.baseName(), family.help);
            return switch (family.kind) {
                case COUNTER ->
                    new CounterSnapshot(
                            metadata, points((labels, value) -> new CounterDataPointSnapshot(value, labels, null, 0)));
                case INFO -> new InfoSnapshot(metadata, points((labels, value) -> new InfoDataPointSnapshot(labels)));
                case GAUGE, OF_MICROMETER ->
                    new GaugeSnapshot(
                            metadata, points((labels, value) -> new GaugeDataPointSnapshot(value, labels, null)));
            };
        }

        private <P> List<P> points(BiFunction<Labels, Double, P> point) {
            List<P> points = new ArrayList<>();
            served.forEach((labels, number) -> points.add(point.apply(family.labelled(labels), number.as(merge))));
            return points;
        }
    }

    Readings(Admission admission) {
        this.admission = admission;
    }

    /** Adds a value; NaN and infinity mean that there is no value and are ignored. */
    void add(Family family, Merge merge, double value, String... labels) {
        if (Double.isFinite(value)) {
            numbers.computeIfAbsent(family, of -> new Series(of, merge)).add(List.of(labels), value);
        }
    }

    /** Adds a value whose labels have no other one. */
    void set(Family family, double value, String... labels) {
        add(family, Merge.SUM, value, labels);
    }

    MetricSnapshots snapshots() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        numbers.values().forEach(series -> all.metricSnapshot(series.snapshot()));
        return all.build();
    }

    /**
     * Registry of the admitted series. The first series of a family are admitted for good, since a counter must not disappear and return;
     * all later ones share one series. Thread-safe.
     */
    static final class Admission {
        private final Map<Family, Set<List<String>>> admitted = new EnumMap<>(Family.class);

        /** Returns the labels themselves if they are admitted, otherwise those of the shared series. */
        synchronized List<String> admit(Family family, List<String> labels) {
            Set<List<String>> known = admitted.computeIfAbsent(family, any -> new HashSet<>());
            if (known.contains(labels)) {
                return labels;
            }
            if (known.size() < family.mostSeries - (family.labels.isEmpty() ? 0 : 1)) {
                known.add(labels);
                return labels;
            }
            return family.others();
        }
    }
}
