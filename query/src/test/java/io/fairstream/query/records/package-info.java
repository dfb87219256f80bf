@NullMarked
package io.fairstream.query.records;

import org.jspecify.annotations.NullMarked;
