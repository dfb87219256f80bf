package io.fairstream.cli.report;

import io.fairstream.query.tables.View;
import io.fairstream.query.tables.Views;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a view's name on the command line. */
public final class ViewConverter implements ITypeConverter<View<?>> {
    @Override
    public View<?> convert(String name) {
        return Views.named(name)
                .orElseThrow(() -> new TypeConversionException(
                        "\"" + name + "\" (expected: one of " + String.join(", ", Views.names()) + ")"));
    }

    /** Names of all views, for help and completion. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Views.names().iterator();
        }
    }
}
