package io.fairstream.simulation.command;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.simulation.Fault;
import io.fairstream.simulation.Result;
import java.util.List;

/**
 * Result of one seed or one plan.
 *
 * @param file of the plan; empty for that of the seed
 */
record SimulatedRun(String file, Result result) {
    /** All of them; of one alone also each fault. */
    static Document document(List<SimulatedRun> runs) {
        Document document = new Document()
                .with(new Columns<SimulatedRun>()
                        .with(columns -> {
                            if (runs.stream().anyMatch(run -> !run.file().isEmpty())) {
                                columns.text("file", SimulatedRun::file);
                            }
                        })
                        .text("seed", run -> run.result().seed())
                        .text("outcome", run -> run.result().holds() ? "holds" : "fails")
                        .add(
                                "records",
                                Format.WHOLE,
                                run -> run.result().plan().records().size())
                        .add(
                                "instances",
                                Format.WHOLE,
                                run -> run.result().plan().instances())
                        .add("steps", Format.WHOLE, run -> run.result().steps())
                        .add(
                                "faults",
                                Format.WHOLE,
                                run -> run.result().faults().size())
                        .text("digest", run -> run.result().digest())
                        .report(runs)
                        .as("runs"));
        return runs.size() == 1 ? document.with(faults(runs.get(0).result())) : document;
    }

    private static Document faults(Result result) {
        if (result.faults().isEmpty()) {
            return new Document();
        }
        return new Document()
                .say("")
                .with(new Columns<Fault>()
                        .add("step", Format.WHOLE, Fault::step)
                        .text("instance", Fault::instance)
                        .text("fault", fault -> fault.kind().toString())
                        .text("detail", Fault::detail)
                        .report(result.faults())
                        .as("faults"));
    }
}
