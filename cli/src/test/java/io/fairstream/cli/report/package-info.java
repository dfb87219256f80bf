@NullMarked
package io.fairstream.cli.report;

import org.jspecify.annotations.NullMarked;
