"""Makes the files here, and what is in them as NDJSON, with pyarrow 26 and duckdb 2.0.1: see README.md."""

import base64, re, duckdb
import pyarrow as pa, pyarrow.parquet as pq, datetime as dt, decimal, sys, uuid, json
import pyarrow.ipc as ipc, pyarrow.feather as feather
D=decimal.Decimal
def all_types(parquet):
    c={}
    c['bool']=pa.array([True,None,False])
    for t in ['int8','int16','int32','int64','uint8','uint16','uint32','uint64']:
        ty=getattr(pa,t)()
        bits=int(t.strip('uint')); u=t[0]=='u'
        lo=0 if u else -(1<<(bits-1)); hi=(1<<bits)-1 if u else (1<<(bits-1))-1
        c[t]=pa.array([lo,None,hi],ty)
    c['half']=pa.array([0.1,None,-2]).cast(pa.float16())
    c['float']=pa.array([0.1,None,-2.5],pa.float32())
    c['double']=pa.array([0.1,None,1e300],pa.float64())
    c['decimal']=pa.array([D('1.10'),None,D('-0.05')],pa.decimal128(9,2))
    c['decimal32']=pa.array([D('1.10'),None,D('-0.05')],pa.decimal32(9,2))
    c['decimal64']=pa.array([D('1.10'),None,D('-0.05')],pa.decimal64(18,2))
    c['decimal38']=pa.array([D('1'+'0'*37),None,D('-1')],pa.decimal128(38,0))
    c['decimal76']=pa.array([D('123456789012345678901234567890123456789012345.6789'),None,D('-0.0001')],pa.decimal256(76,4))
    c['text']=pa.array(['a\u00e4\n"',None,''])
    c['large_text']=pa.array(['large',None,''],pa.large_string())
    c['bytes']=pa.array([b'\x00\xff',None,b''])
    c['large_bytes']=pa.array([b'\x01',None,b''],pa.large_binary())
    c['fixed']=pa.array([b'abc',None,b'\0\0\0'],pa.binary(3))
    c['date']=pa.array([dt.date(2026,1,31),None,dt.date(1,1,1)])
    c['date64']=pa.array([dt.date(2026,1,31),None,dt.date(1969,12,31)],pa.date64())
    c['time_s']=pa.array([dt.time(1,2,3),None,dt.time(0)],pa.time32('s'))
    c['time_ms']=pa.array([dt.time(1,2,3,4000),None,dt.time(0)],pa.time32('ms'))
    c['time_us']=pa.array([dt.time(1,2,3,4),None,dt.time(23,59,59,999999)],pa.time64('us'))
    c['time_ns']=pa.array([1,None,86399999999999],pa.time64('ns'))
    for u in ['s','ms','us','ns']:
        c['local_'+u]=pa.array([-1,None,1767225600],pa.timestamp(u))
        c['utc_'+u]=pa.array([-1,None,1767225600],pa.timestamp(u,'UTC'))
    c['berlin']=pa.array([0,None,1],pa.timestamp('ms','Europe/Berlin'))
    if not parquet:
        c['duration']=pa.array([5400500,None,-1],pa.duration('ms'))
        c['interval']=pa.array([pa.MonthDayNano([14,3,14700*10**9]),None,pa.MonthDayNano([0,0,0])])
    c['list']=pa.array([[1,None,2],None,[]],pa.list_(pa.int32()))
    c['large_list']=pa.array([['a'],None,[]],pa.large_list(pa.string()))
    c['fixed_list']=pa.array([[1,2],None,[3,None]],pa.list_(pa.int8(),2))
    c['struct']=pa.array([{'a':1,'b':{'c':'x'}},None,{'a':None,'b':None}],pa.struct([('a',pa.int64()),('b',pa.struct([('c',pa.string())]))]))
    c['structs']=pa.array([[{'a':1},None,{'a':None}],[],None],pa.list_(pa.struct([('a',pa.int16())])))
    c['map']=pa.array([[('k',1),('l',None)],None,[]],pa.map_(pa.string(),pa.int32()))
    c['int_map']=pa.array([[(1,'a')],None,[]],pa.map_(pa.int32(),pa.string()))
    c['dictionary']=pa.array(['x',None,'x']).dictionary_encode()
    c['null']=pa.nulls(3)
    c['text_view']=pa.array(['a view of more than twelve bytes',None,'short'],pa.string_view())
    c['bytes_view']=pa.array([b'v',None,b''],pa.binary_view())
    c['uuid']=pa.array([uuid.UUID(int=1).bytes,None,uuid.UUID(int=(1<<128)-1).bytes],pa.uuid())
    c['json']=pa.array(['{"a":[1.10,null]}',None,'"x"'],pa.json_(pa.string()))
    if not parquet:
        c['list_view']=pa.array([[1],None,[2,3]],pa.list_view(pa.int32()))
        c['large_list_view']=pa.array([[1],None,[]],pa.large_list_view(pa.int32()))
        c['runs']=pa.RunEndEncodedArray.from_arrays([2,3],['r',None])
        c['dense']=pa.UnionArray.from_dense(pa.array([0,1,0],pa.int8()),pa.array([0,0,1],pa.int32()),[pa.array([5,None]),pa.array(['u'])],['i','s'])
        c['sparse']=pa.UnionArray.from_sparse(pa.array([0,1,1],pa.int8()),[pa.array([5,6,7]),pa.array(['u','v',None])],['i','s'])
    return pa.table(c)

def fraction(n, digits):
    return '' if n == 0 else '.' + str(n).zfill(digits).rstrip('0')

def clock(units, per, digits):
    s, f = divmod(units, per)
    return '%02d:%02d:%02d%s' % (s // 3600, s // 60 % 60, s % 60, fraction(f, digits))

UNITS = {'s': (1, 0), 'ms': (1000, 3), 'us': (1000000, 6), 'ns': (1000000000, 9)}

def Number(text):
    """A number that keeps its digits: expect() takes away the quotes."""
    return '@' + text + '@'

def value(ty, v):
    """The JSON value of an Arrow scalar, from its own parts and not by any reader of ours."""
    if not v.is_valid: return None
    if isinstance(ty, pa.UuidType): return str(uuid.UUID(bytes=v.value.as_py()))
    if isinstance(ty, pa.JsonType): return json.loads(v.value.as_py(), parse_float=Number)
    t = pa.types
    if t.is_decimal(ty): return Number(str(v.as_py())) if ty.scale else int(v.as_py())
    if t.is_dictionary(ty): return value(ty.value_type, v.value)
    if t.is_run_end_encoded(ty): return value(ty.value_type, v.value)
    if t.is_union(ty): return value(v.value.type, v.value) if v.value is not None else None
    if t.is_binary(ty) or t.is_large_binary(ty) or t.is_fixed_size_binary(ty) or t.is_binary_view(ty):
        return base64.b64encode(v.as_py()).decode()
    if t.is_date(ty): return v.as_py().isoformat()
    if t.is_time(ty):
        per, digits = UNITS[ty.unit]
        return clock(v.value, per, digits)
    if t.is_timestamp(ty):
        per, digits = UNITS[ty.unit]
        s, f = divmod(v.value, per)
        day = dt.date(1970, 1, 1) + dt.timedelta(days=s // 86400)
        return day.isoformat() + 'T' + clock(v.value % (86400 * per), per, digits) + ('Z' if ty.tz else '')
    if t.is_duration(ty): return {5400500: 'PT1H30M0.5S', -1: '-PT0.001S'}[v.value]
    if t.is_interval(ty): return {14: 'P1Y2M3DT4H5M', 0: 'PT0S'}[v.as_py().months]
    if t.is_map(ty): return {str(k): value(ty.item_type, i) for k, i in [(e['key'].as_py(), e['value']) for e in v.values]} if v.values is not None else {}
    if t.is_struct(ty): return {f.name: value(f.type, v[f.name]) for f in ty}
    if t.is_list(ty) or t.is_large_list(ty) or t.is_fixed_size_list(ty) or t.is_list_view(ty) or t.is_large_list_view(ty):
        return [value(ty.value_type, i) for i in v.values] if v.values is not None else []
    # The shortest text of the same float of 32 bits.
    if t.is_float16(ty): return Number({0.1: '0.099975586', -2.0: '-2.0'}[round(v.as_py(), 4)])
    if t.is_float32(ty): return Number({0.1: '0.1', -2.5: '-2.5'}[round(v.as_py(), 6)])
    if t.is_float64(ty): return Number(repr(v.as_py()).replace('e+', 'e'))
    return v.as_py()

def expect(table, name):
    with open(name + '.ndjson', 'w') as out:
        for row in range(table.num_rows):
            members = {f.name: value(f.type, table.column(f.name)[row]) for f in table.schema}
            line = json.dumps(members, ensure_ascii=False, separators=(',', ':'))
            print(re.sub('"@(.*?)@"', r'\1', line), file=out)

def parts(table, size):
    names = table.column_names
    return [table.select(names[i:i + size]) for i in range(0, len(names), size)]

codecs = ['snappy', 'gzip', 'zstd', 'lz4', 'brotli', 'none']
for i, part in enumerate(parts(all_types(True), 8)):
    name = f'pyarrow_{i}.parquet'
    pq.write_table(part, name, compression=codecs[i % 6], data_page_version='2.0' if i % 2 else '1.0', store_schema=True)
    expect(part, name)
for i, part in enumerate(parts(all_types(False), 9)):
    name = f'pyarrow_{i}.arrow'
    codec = [None, 'lz4', 'zstd'][i % 3]
    with ipc.new_file(name, part.schema, options=ipc.IpcWriteOptions(compression=codec)) as w: w.write_table(part)
    expect(part, name)

small = pa.table({'id': pa.array(range(20)), 's': pa.array([None if i % 3 == 0 else 'text %d' % (i % 4) for i in range(20)]), 'l': pa.array([list(range(i % 3)) for i in range(20)])})
pq.write_table(small, 'pyarrow_groups.parquet', compression='none', row_group_size=7)
expect(small, 'pyarrow_groups.parquet')
pq.write_table(small, 'pyarrow_delta.parquet', compression='none', use_dictionary=False, column_encoding={'id': 'DELTA_BINARY_PACKED', 's': 'DELTA_BYTE_ARRAY', 'l.list.element': 'BYTE_STREAM_SPLIT'}, data_page_size=64)
expect(small, 'pyarrow_delta.parquet')
with ipc.new_stream('pyarrow_stream.arrows', small.schema, options=ipc.IpcWriteOptions(compression='zstd')) as w: w.write_table(small, max_chunksize=7)
expect(small, 'pyarrow_stream.arrows')
feather.write_feather(small, 'pyarrow.feather')
expect(small, 'pyarrow.feather')
dictionaries = pa.table({'d': pa.array(['x', None, 'y', 'x']).dictionary_encode()})
with ipc.new_stream('pyarrow_dictionaries.arrows', dictionaries.schema) as w: w.write_table(dictionaries, max_chunksize=2)
expect(dictionaries, 'pyarrow_dictionaries.arrows')
old = pa.table({'t': pa.array([0, -1, None], pa.timestamp('ns'))})
pq.write_table(old, 'pyarrow_int96.parquet', use_deprecated_int96_timestamps=True, store_schema=False)
expect(old, 'pyarrow_int96.parquet')
far = pa.table({'t': pa.array([0, -62135596800], pa.timestamp('s'))})
# Files of Spark have such times. pyarrow makes them of seconds.
pq.write_table(far, 'pyarrow_int96_far.parquet', use_deprecated_int96_timestamps=True, store_schema=False)

db = duckdb.connect()
db.execute("""copy (select * from (values
 (1, 'a', 1.10::decimal(9,2), date '2026-01-31', time '01:02:03.5', timestamp '2026-01-31 01:02:03.000004', timestamptz '2026-01-31 01:02:03+00', [1,null,2], {'a':1,'b':'x'}, map{'k':1}, uuid '00000000-0000-0000-0000-000000000001', '{"a":[1.10]}'::json, interval '1 month 2 days 3 seconds', '\\x00\\xff'::blob, 'a'::enum('a','b'), true, 1.5::float, 255::utinyint, timestamp_ns '2026-01-31 01:02:03.000000004'),
 (2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)
 ) v(id,text,dec,d,t,ts,tstz,l,st,m,u,j,i,b,e,bo,f,u8,tns)) to 'duckdb_types.parquet' (format parquet, codec 'snappy')""")
with open('duckdb_types.parquet.ndjson', 'w') as out:
    out.write("""{"id":1,"text":"a","dec":1.10,"d":"2026-01-31","t":"01:02:03.5","ts":"2026-01-31T01:02:03.000004","tstz":"2026-01-31T01:02:03Z","l":[1,null,2],"st":{"a":1,"b":"x"},"m":{"k":1},"u":"00000000-0000-0000-0000-000000000001","j":{"a":[1.10]},"i":"P1M2DT3S","b":"AP8=","e":"a","bo":true,"f":1.5,"u8":255,"tns":"2026-01-31T01:02:03.000000004"}
{"id":2,"text":null,"dec":null,"d":null,"t":null,"ts":null,"tstz":null,"l":null,"st":null,"m":null,"u":null,"j":null,"i":null,"b":null,"e":null,"bo":null,"f":null,"u8":null,"tns":null}
""")
query = """select v::variant v from (values (1::variant), ('a'::variant), (1.10::decimal(5,2)::variant),
 ([1,'x'::variant]::variant), ({'a':1,'b':{'c':date '2026-01-31'}}::variant), ({'a':'x','z':null}::variant), (null::variant)) t(v)"""
db.execute(f"copy ({query}) to 'duckdb_variant.parquet' (format parquet, codec 'zstd')")
db.execute(f"copy ({query}) to 'duckdb_shredded.parquet' (format parquet, codec 'zstd', shredding {{v: 'struct(a bigint, b struct(c date))'}})")
for name in ['duckdb_variant.parquet', 'duckdb_shredded.parquet']:
    with open(name + '.ndjson', 'w') as out:
        out.write('{"v":1}\n{"v":"a"}\n{"v":1.10}\n{"v":[1,"x"]}\n{"v":{"a":1,"b":{"c":"2026-01-31"}}}\n{"v":{"a":"x","z":null}}\n{"v":null}\n')
