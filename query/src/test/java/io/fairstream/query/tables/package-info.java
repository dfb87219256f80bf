@NullMarked
package io.fairstream.query.tables;

import org.jspecify.annotations.NullMarked;
