import { both } from '../language.ts';

/** Why a picture, film, sound, table or another file was refused. */
export const fileMessages = {
  picture_too_small: both('图片尺寸至少为 {min} 像素', 'The image must be at least {min} pixels'),
  not_an_image: both('请选择图片类型文件', 'Please choose an image (PNG, JPEG, GIF or WebP)'),
  not_audio: both(
    '请选择音频文件（MP3、M4A、OGG 或 FLAC）',
    'Please choose an audio file (MP3, M4A, OGG or FLAC)',
  ),
  not_video: both('请选择视频文件（MP4 或 WebM）', 'Please choose a video file (MP4 or WebM)'),
  index_last: both(
    '视频的索引在文件末尾，无法边下边播。请重新导出：剪辑软件勾选“网络优化（faststart）”，或使用 ffmpeg -i 原视频.mp4 -c copy -movflags +faststart 新视频.mp4',
    'The index of this video is at its end, so it cannot play while it loads. Export it again with “web optimized” (fast start), or with ffmpeg -i old.mp4 -c copy -movflags +faststart new.mp4',
  ),
  video_codec: both(
    '浏览器无法播放该视频的编码，请导出为 H.264（8 位）+ AAC 的 MP4',
    'Browsers cannot play this video codec. Export it as MP4 with H.264 (8 bit) and AAC',
  ),
  audio_codec: both(
    '浏览器无法播放该音频的编码，请导出为 MP3 或 AAC',
    'Browsers cannot play this audio codec. Export it as MP3 or AAC',
  ),
  no_length: both(
    '文件没有时长信息，可能已损坏，请重新导出',
    'This file does not say how long it is, or is damaged. Please export it again',
  ),
  not_prepared: both(
    '文件多次处理失败，请重新导出后再上传',
    'Several attempts to prepare this file failed. Please export it again and upload it',
  ),
  not_captions: both(
    '请选择不超过 512 KB 的 WebVTT 字幕文件',
    'Please choose a WebVTT file of at most 512 KB',
  ),
  not_attachment: both('不能上传网页或 SVG 文件', 'Web pages and SVG files cannot be uploaded'),
  not_smaller: both('图片无法压缩到允许的大小', 'The image cannot be made small enough'),
  not_arrived: both('文件尚未上传完成', 'The file has not been uploaded completely'),
  wrong_length: both('须为 {bytes} 字节', 'Must be exactly {bytes} bytes'),
  storage_full: both(
    '存储空间已满（共 {max}），请先删除不用的文件',
    'Your storage of {max} is full. Please delete files you no longer need',
  ),
  too_many_uploads: both(
    '最多同时进行 {max} 个上传，请等其他文件上传完成',
    'At most {max} uploads can be open at once. Please wait for the others',
  ),
  too_many_pictures: both('每个账号最多上传 {max} 张图片', 'Each account can upload at most {max} images'),
  not_table: both(
    '请上传 UTF-8、UTF-16 或 GBK 编码的 CSV 文件',
    'Please upload a CSV file in UTF-8, UTF-16 or GBK',
  ),
  is_workbook: both(
    '这是 Excel 工作簿，请在 Excel 中另存为 CSV 后上传',
    'This is an Excel workbook. Please save it as CSV in Excel and upload that',
  ),
  is_pdf: both('这是 PDF 文件，请上传 CSV 文件', 'This is a PDF. Please upload a CSV file'),
  no_express_columns: both(
    '首行须包含订单号、快递公司、快递单号三列',
    'The first line must contain the columns out_trade_no, company and express_no',
  ),
  no_statement_columns: both(
    '无法识别该对账单，表头须与 Stripe 余额明细或沙盒对账单一致',
    'Unsupported statement. The header must match Stripe’s balance transactions or the sandbox format',
  ),
  no_statement_lines: both(
    '对账单中没有可读取的记录，也未注明账期',
    'The statement has no readable lines and does not state its period',
  ),
  file_too_big: both('上传文件最大为: {max}', 'max file size: {max}'),
};
