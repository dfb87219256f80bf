package io.fairstream.cli.report;

import java.util.List;
import picocli.CommandLine.Option;

/** The option for trackable resources. */
final class TresOption {
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
}
