package io.fairstream.cli.report;

import io.fairstream.cli.terminal.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The option for trackable resources, and their columns. */
final class TresOption {
    private static final double MILLIJOULES = 1000;

    @Option(
            names = {"-T", "--tres"},
            paramLabel = "NAME",
            split = ",",
            description =
                    "Also what was held of these trackable resources x time, by Slurm's names: cpu, node, mem (MiB), billing,"
                            + " gres/gpu, gres/gpu:a100, license/matlab, bb/cray; of energy what was consumed, joules.")
    private List<String> names = List.of();

    List<String> names() {
        return names;
    }

    /**
     * Adds a column for each.
     *
     * @param tres of a line, in the order of the names
     * @param whole of which percents are
     */
    <L> Sheet<L> addTo(Sheet<L> sheet, Function<L, List<Long>> tres, List<Long> whole) {
        for (int i = 0; i < names.size(); i++) {
            int index = i;
            String name = names.get(i);
            if (name.equals(TresUse.ENERGY)) {
                sheet.number(
                        "ENERGY J",
                        "energyMillijoules",
                        line -> Numbers.number(of(tres.apply(line), index) / MILLIJOULES),
                        line -> of(tres.apply(line), index));
            } else {
                sheet.processorTime(
                        name.toUpperCase(Locale.ROOT),
                        name,
                        line -> of(tres.apply(line), index),
                        line -> of(whole, index));
            }
        }
        return sheet;
    }

    /** Of one that was asked for, 0 while there is no line. */
    private static long of(List<Long> amounts, int index) {
        return index < amounts.size() ? amounts.get(index) : 0;
    }
}
