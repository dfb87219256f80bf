package io.fairstream.analysis;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.util.List;

/** Descriptions of all tables and functions of a query. */
public final class Described {
    private Described() {}

    /** Returns the tables and the functions. */
    public static Document tables() {
        return Document.of(
                new Columns<Relation>()
                        .text("table", Relation::name)
                        .text("rows", relation -> relation.isLatestOnly() ? "latest of each key" : "all records")
                        .text("description", Relation::doc)
                        .report(Relations.all())
                        .as("tables"),
                new Columns<Functions.Function>()
                        .text("function", Functions.Function::call)
                        .text("of", Functions.Function::table)
                        .text("description", Functions.Function::doc)
                        .report(Functions.ALL)
                        .as("functions"));
    }

    /**
     * Returns the columns of a table.
     *
     * @throws Failure if there is none of that name
     */
    public static Document table(String name) {
        Relation relation = Relations.named(name).orElseThrow(() -> {
            List<String> tables = Relations.all().stream().map(Relation::name).toList();
            List<String> near = SqlErrors.nearest(name, tables, 1);
            return new Failure("no table " + name + " (expected: " + String.join(" or ", near) + ")");
        });
        return Document.of(new Columns<Column>()
                .text("column", Column::name)
                .text("type", column -> column.type().toString())
                .text("null", column -> column.isNullable() ? "yes" : "no", Column::isNullable)
                .text("description", Column::doc)
                .report(relation.columns()));
    }
}
