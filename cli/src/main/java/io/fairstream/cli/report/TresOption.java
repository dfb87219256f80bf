package io.fairstream.cli.report;

import java.util.List;
import picocli.CommandLine.Option;

/** The option for trackable resources. */
final class TresOption {
    @Option(
            names = {"-T", "--tres"},
            paramLabel = "NAME",
            split = ",",
            description = "Also allocated amounts x time of these trackable resources, by Slurm's names: cpu, node, "
                    + "mem (MiB), billing, gres/gpu, gres/gpu:a100, license/matlab, bb/cray; energy in joules.")
    private List<String> names = List.of();

    List<String> names() {
        return names;
    }
}
